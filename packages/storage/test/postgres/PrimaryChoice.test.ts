import { assert, describe, it } from "@effect/vitest"
import { serverNameOf, serverUrlsOf } from "@landfall/core/net/ServerUrls"
import { choosePrimary, NO_PRIMARY, type ServerState } from "../../src/postgres/PrimaryChoice.ts"

const primary = (timeline: number): ServerState => ({ writable: true, timeline })
const standby: ServerState = { writable: false, timeline: 0 }

describe("the server that transactions go to", () => {
  it("is the writable one", () => {
    assert.strictEqual(choosePrimary(NO_PRIMARY, [standby, primary(1), undefined]).server, 1)
  })

  it("is not known while no server is writable", () => {
    assert.deepStrictEqual(choosePrimary(NO_PRIMARY, [standby, undefined]), NO_PRIMARY)
  })

  it("stays while the primary does not report, and until another is promoted", () => {
    const before = choosePrimary(NO_PRIMARY, [primary(1), standby])
    const during = choosePrimary(before, [undefined, standby])
    assert.deepStrictEqual(during, before)
    assert.deepStrictEqual(choosePrimary(during, [undefined, primary(2)]), { server: 1, timeline: 2 })
  })

  it("is the promoted one of two that accept writes, in either order", () => {
    assert.strictEqual(choosePrimary(NO_PRIMARY, [primary(1), primary(2)]).server, 1)
    assert.strictEqual(choosePrimary({ server: 0, timeline: 1 }, [primary(1), primary(2)]).server, 1)
    assert.strictEqual(choosePrimary({ server: 1, timeline: 2 }, [primary(1), primary(2)]).server, 1)
  })

  it("never becomes a replaced primary that returns while the promoted one does not report", () => {
    const promoted = choosePrimary({ server: 0, timeline: 1 }, [undefined, primary(2)])
    assert.deepStrictEqual(choosePrimary(promoted, [primary(1), undefined]), { server: 1, timeline: 2 })
  })

  it("stays on its server when a second one reports the same timeline", () => {
    assert.strictEqual(choosePrimary({ server: 1, timeline: 3 }, [primary(3), primary(3)]).server, 1)
  })
})

describe("the URL of several servers", () => {
  it("is read as one URL for each", () => {
    assert.deepStrictEqual(serverUrlsOf("postgres://u:p%40ss@one:5432,two:5433,[::1]:5434/db?sslmode=require"), [
      "postgres://u:p%40ss@one:5432/db?sslmode=require",
      "postgres://u:p%40ss@two:5433/db?sslmode=require",
      "postgres://u:p%40ss@[::1]:5434/db?sslmode=require"
    ])
  })

  it.each([
    "postgres://u:p,q@one/db",
    "postgresql://one",
    "postgres://u@one/db?options=-c%20a=1,2",
    "postgres://u@/db?host=/run,x",
    "no url, at all"
  ])("is returned as it is when it names one: %s", (url) => {
    assert.deepStrictEqual(serverUrlsOf(url), [url])
  })

  it("names each server by host and port", () => {
    assert.deepStrictEqual(serverUrlsOf("postgres://u:p@one:5432,two/db").map(serverNameOf), ["one:5432", "two"])
  })
})
