import { request } from "node:http"
import { assert, describe, layer } from "@effect/vitest"
import { MAX_BODY_BYTES } from "@landfall/api/conventions/BodyLimit"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DateTime, Effect } from "effect"
import { repeatUntil } from "../support/Eventually.ts"
import { CLOSED_PORT } from "../support/Listener.ts"
import { type Caller, newCaller, serviceOn, serviceUrl } from "../support/Service.ts"
import { runningClock } from "../support/ServiceClock.ts"

const PREFIXES = [ALERTS_PREFIX, CONGESTION_PREFIX, CO2_PREFIX]
const VOYAGE = { vessel: { imo: 9706906 }, departure: { portCode: "FRLEH" }, arrival: { portCode: "ESBCN" } }

const get = (caller: Caller, path: string) => Effect.promise(() => caller.send("GET", path))
const post = (caller: Caller, path: string, body: unknown, headers: Record<string, string> = {}) =>
  Effect.promise(() => caller.send("POST", path, body, headers))

/** The calls of an operation: all, successes, client errors, server errors, credits. */
const countsOf = Effect.fnUntraced(function* (caller: Caller, operation: string) {
  const { body } = yield* get(caller, `${ALERTS_PREFIX}/usages/operations`)
  const found = body.operations.find((usage: { operation: string }) => usage.operation === operation)
  return found === undefined
    ? undefined
    : [found.allCalls, found.successCalls, found.clientErrorCalls, found.serverErrorCalls, found.consumedApiUnits]
})

layer(serviceOn(runningClock), { excludeTestServices: true })("usage", (it) => {
  it.effect("every call with a valid key counts by its outcome and month, under every prefix", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const path = `${ALERTS_PREFIX}/application`
      yield* Effect.promise(() =>
        Promise.all(Array.from({ length: 50 }, (_, index) => caller.send("POST", path, { name: index % 2 ? "a" : "" })))
      )
      yield* post(caller, `${CO2_PREFIX}/compute-co2`, VOYAGE)
      const month = DateTime.formatIsoDateUtc(yield* DateTime.now).slice(0, "2026-03".length)
      for (const [index, prefix] of PREFIXES.entries()) {
        const { body } = yield* get(caller, `${prefix}/usages`)
        // The calls of /usages before this one are counted too.
        const counts = {
          allCalls: 51 + index,
          successCalls: 26 + index,
          clientErrorCalls: 25,
          serverErrorCalls: 0,
          consumedApiUnits: 1
        }
        assert.deepStrictEqual(body, { ...counts, periodicUsages: { [month]: counts } })
      }
      assert.deepStrictEqual(yield* countsOf(caller, "applications.create"), [50, 25, 25, 0, 0])
      assert.deepStrictEqual(yield* countsOf(caller, "co2.compute"), [1, 1, 0, 0, 1])
    })
  )

  it.effect("a window counts full hours from startTime to endTime", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      yield* get(caller, `${ALERTS_PREFIX}/sealines`)
      const now = yield* DateTime.now
      const all = Effect.fnUntraced(function* (start: DateTime.Utc, end: DateTime.Utc) {
        const query = `startTime=${DateTime.formatIso(start)}&endTime=${DateTime.formatIso(end)}`
        const { status, body } = yield* get(caller, `${CO2_PREFIX}/usages?${query}`)
        assert.strictEqual(status, 200)
        return body.allCalls
      })
      assert.isAtLeast(yield* all(now, DateTime.add(now, { milliseconds: 1 })), 1)
      assert.strictEqual(yield* all(DateTime.subtract(now, { days: 2 }), DateTime.subtract(now, { hours: 2 })), 0)
      assert.strictEqual(yield* all(now, now), 0)
    })
  )

  describe("a malformed window is 400", () => {
    for (const [name, query, detail] of [
      [
        "reversed",
        "startTime=2026-03-02T00:00:00Z&endTime=2026-03-01T00:00:00Z",
        /^query\.startTime must not be after/
      ],
      ["without a zone", "startTime=2026-03-02T00:00:00", /^query\.startTime must be an instant of ISO 8601/],
      ["not a date", "endTime=yesterday", /^query\.endTime must be an instant of ISO 8601/],
      ["a day that does not exist", "endTime=2026-02-30T00:00:00Z", /^query\.endTime must be an instant/]
    ] as const) {
      it.effect(name, () =>
        Effect.gen(function* () {
          const caller = yield* newCaller()
          for (const path of ["/usages", "/usages/operations"]) {
            const { status, body } = yield* get(caller, `${CONGESTION_PREFIX}${path}?${query}`)
            assert.deepStrictEqual([status, body.errorCode], [400, 40004])
            assert.match(body.details[0], detail)
          }
        })
      )
    }
  })

  it.effect("calls that are rejected before a handler count too", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const json = { "content-type": "application/json" }
      const endpoint = `${ALERTS_PREFIX}/endpoint`
      const statuses = [
        yield* post(caller, endpoint, "{"),
        yield* post(caller, endpoint, "{}", { "content-type": "text/plain" }),
        yield* post(caller, endpoint, "{}", { ...json, "content-encoding": "gzip" }),
        yield* post(caller, endpoint, `"${"a".repeat(MAX_BODY_BYTES)}"`),
        yield* get(caller, `${ALERTS_PREFIX}/endpoint?limit=zero`),
        yield* get(caller, `${ALERTS_PREFIX}/nothing`),
        yield* Effect.promise(() => caller.send("DELETE", endpoint)),
        yield* get(caller, "/nowhere"),
        yield* get(caller, "/healthz"),
        yield* get(caller, "/openapi.json")
      ].map(({ status }) => status)
      assert.deepStrictEqual(statuses, [400, 415, 415, 413, 400, 404, 405, 404, 200, 200])
      assert.deepStrictEqual(yield* countsOf(caller, "endpoints.create"), [4, 0, 4, 0, 0])
      assert.deepStrictEqual(yield* countsOf(caller, "endpoints.list"), [1, 0, 1, 0, 0])
      assert.deepStrictEqual(yield* countsOf(caller, "unmatched"), [3, 0, 3, 0, 0])
    })
  )

  it.effect("calls without a valid key count for no account", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const headers = { api_key: "a key that nobody has" }
      yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/endpoint`, undefined, headers))
      yield* Effect.promise(() => caller.send("GET", "/nowhere", undefined, headers))
      const { body } = yield* get(caller, `${ALERTS_PREFIX}/usages`)
      assert.strictEqual(body.allCalls, 0)
      assert.deepStrictEqual(body.periodicUsages, {})
    })
  )

  it.effect("a call whose caller disconnects counts as a client error", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const url = yield* serviceUrl
      // The body never ends, so that the handler waits for it when the connection closes.
      const disconnect = Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            const sent = request(`${url}${ALERTS_PREFIX}/application`, {
              method: "POST",
              headers: { api_key: caller.key, "content-type": "application/json", "content-length": "100" }
            })
            sent.on("error", () => resolve())
            sent.on("close", () => resolve())
            sent.write('{"name":', () => setImmediate(() => sent.destroy()))
          })
      )
      // A connection that closes before the service has looked up the key counts for nobody.
      const disconnectUntilCounted = Effect.andThen(disconnect, countsOf(caller, "applications.create"))
      const [all = 0, ...rest] = (yield* repeatUntil(disconnectUntilCounted, (counts) => counts !== undefined)) ?? []
      assert.isAtLeast(all, 1)
      assert.deepStrictEqual(rest, [0, all, 0, 0])
    })
  )

  it.effect("a repeated idempotent request is counted without the credits of the first", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const created = yield* post(caller, `${ALERTS_PREFIX}/endpoint`, { url: `http://127.0.0.1:${CLOSED_PORT}/` })
      const body = { [created.body.id]: { shipments: [{ number: "MSKU7194304" }] } }
      const headers = { "content-type": "application/json", "idempotency-key": "5c1e6f34-8a8e-4c7e-9d57-0b1c2d3e4f51" }
      const statuses = yield* Effect.forEach([1, 2, 3], () =>
        Effect.map(post(caller, `${ALERTS_PREFIX}/easy-shipment`, body, headers), ({ status }) => status)
      )
      assert.deepStrictEqual(statuses, [202, 202, 202])
      assert.deepStrictEqual(yield* countsOf(caller, "shipments.easyShipment"), [3, 3, 0, 0, 10])
    })
  )
})
