import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Dns } from "effect/net"
import { ConnectionLimitReached, localFaultOf } from "../../../src/node/egress/LocalFaults.ts"
import { httpReceiver, readBody } from "../../support/Receivers.ts"
import { send, transportLayer } from "../../support/Transport.ts"

const systemError = (code: string, address?: string) => Object.assign(new Error(code), { code, address })

describe("the faults of this installation", () => {
  it.each([
    ["EMFILE", "this process has no free file descriptor"],
    ["ENFILE", "this machine has no free file descriptor"],
    ["ENOBUFS", "this machine has no free network buffer"],
    ["ENOMEM", "this machine has no free memory"]
  ])("include %s, also for one of several addresses or as the cause of a timeout", (code, text) => {
    const error = systemError(code)
    for (const wrapped of [
      error,
      new AggregateError([systemError("ENETUNREACH"), error]),
      new Error("Connect Timeout Error", { cause: new AggregateError([error]) })
    ]) {
      const fault = localFaultOf(wrapped)
      assert.strictEqual(fault?.reason, "resources")
      assert.strictEqual(fault?.message, `No connection could be opened: ${text}.`)
    }
  })

  it("include a missing local port, but not the missing IPv6 of a machine", () => {
    assert.strictEqual(localFaultOf(systemError("EADDRNOTAVAIL", "192.0.2.1"))?.reason, "resources")
    assert.isUndefined(localFaultOf(systemError("EADDRNOTAVAIL", "2001:db8::1")))
  })

  it("include name servers that cannot be reached, and no fault of a name", () => {
    const dns = (reason: Dns.DnsErrorReason) =>
      localFaultOf(new Dns.DnsError({ reason, method: "lookup", hostname: "receiver.example" }))
    assert.strictEqual(dns("Temporary")?.reason, "name_servers")
    for (const reason of ["NotFound", "Timeout", "ServerFailure", "BadName"] as const) assert.isUndefined(dns(reason))
  })

  it("include the limit of connections", () => {
    const fault = localFaultOf(new ConnectionLimitReached({ limit: 336 }))
    assert.strictEqual(fault?.message, "The service has 336 connections to receivers, as many as it may open.")
  })

  it.each(["ECONNREFUSED", "EHOSTUNREACH", "ETIMEDOUT", "ECONNRESET", "CERT_HAS_EXPIRED", "toString"])(
    "do not include %s",
    (code) => assert.isUndefined(localFaultOf(systemError(code)))
  )
})

describe("the limit of connections over all receivers", () => {
  const hanging = httpReceiver(() => {})
  const responding = httpReceiver(readBody((_body, _request, response) => response.end("ok")))
  const at = (port: number) => `http://127.0.0.1:${port}/`

  it.live("postpones further sends while it is used, and counts as a failure of no receiver", () =>
    Effect.gen(function* () {
      const [first, second, third] = [yield* hanging, yield* hanging, yield* responding]
      yield* Effect.forkChild(send(at(first.port)))
      yield* Effect.forkChild(send(at(second.port)))
      const accepted = Effect.sync(() => first.sockets.length + second.sockets.length)
      yield* Effect.repeat(Effect.delay(accepted, 10), { until: (open) => open === 2 })
      const error = yield* Effect.flip(send(at(third.port)))
      assert.strictEqual(error._tag, "SendPostponed")
      assert.strictEqual(error.reason, "resources")
    }).pipe(Effect.provide(transportLayer({ maxConnections: 2 })))
  )

  it.live("does not count connections that no request uses", () =>
    Effect.gen(function* () {
      const receivers = yield* Effect.all(Array.from({ length: 12 }, () => responding))
      for (const { port } of receivers) assert.strictEqual((yield* send(at(port))).status, 200)
    }).pipe(Effect.provide(transportLayer({ maxConnections: 5 })))
  )
})
