import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { connect } from "node:net"
import { assert, describe, it } from "vitest"
import { postgresUnavailableReason, startPostgres } from "../src/PostgresServer.ts"

const noPostgres = await postgresUnavailableReason()
if (noPostgres !== undefined) console.log(`skipped, no Postgres server can be started: ${noPostgres}`)

const connects = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.once("error", () => resolve(false))
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
  })

describe.skipIf(noPostgres !== undefined)("a Postgres server", () => {
  it("can be stopped, started again on the same data, and destroyed", async () => {
    const server = await startPostgres({ durable: false })
    try {
      const url = await server.makeDatabase("another")
      assert.match(url, /^postgres:\/\/landfall:for-tests@127\.0\.0\.1:\d+\/another$/)
      assert.isTrue(await connects(url))
      await server.stop()
      assert.isFalse(await connects(url))
      await server.start()
      assert.isTrue(await connects(url))
      const names = await readdir(server.folder)
      assert.deepStrictEqual(names.toSorted(), ["data", "password"])
    } finally {
      await server.destroy()
    }
    assert.isFalse(await connects(server.url))
    assert.isFalse(existsSync(server.folder))
  })
})
