import { assert, describe, layer } from "@effect/vitest"
import { CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS, HOUR_MILLIS, Instant } from "@landfall/core/time/Instant"
import { sampleHour, samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Clock, Effect, Option } from "effect"
import { ensureStarterVessels } from "../../src/service/StarterVessels.ts"
import { type Caller, newCaller, serviceOn } from "../support/Service.ts"
import { stoppedClock } from "../support/ServiceClock.ts"

const NLRTM = Unlocode.make("NLRTM")

/** Stores a port with current position reports, vessels in port and 100 days of history. */
const seedPort = Effect.gen(function* () {
  yield* ensureStarterVessels
  const log = yield* PortCallLog
  const now = yield* Clock.currentTimeMillis
  const hoursOn = (now - sampleHour(0)) / HOUR_MILLIS
  yield* log.put(
    Array.from({ length: 40 }, (_, n) => {
      const from = hoursOn - 6 * n - 20
      return samplePortCall(n, { hours: [from, n < 4 ? null : from + 12 + (n % 24)], lastSeenHour: hoursOn })
    })
  )
  const days = Array.from({ length: 100 }, (_, day) => Math.floor(now / DAY_MILLIS) - day)
  yield* log.addCoverage([{ port: NLRTM, days, lastReceivedAt: Option.some(Instant.make(now)) }])
})

interface Call {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** The response to a call, without the headers and properties that depend on the time of the call. */
const responseTo = (caller: Caller, { method, path, body, headers }: Call) =>
  Effect.promise(async () => {
    const {
      status,
      headers: received,
      body: responseBody
    } = await caller.send(method, path, body, {
      "accept-encoding": "identity",
      ...headers
    })
    const stable = [...received].filter(([name]) => !["date", "x-request-id", "content-length"].includes(name))
    return {
      status,
      headers: stable,
      body: { ...responseBody, time: undefined, quality: { ...responseBody.quality, asOf: undefined } }
    }
  })

const voyage = { vessel: { imo: 9706906, speed: 13 }, departure: { portCode: "frleh" }, arrival: { portCode: "ESBCN" } }
const figures = `${CONGESTION_PREFIX}/congestion/NLRTM`
const compute = `${CO2_PREFIX}/compute-co2`

/** Requests that take the fast path, each with an equivalent request that takes the router. */
const pairs: ReadonlyArray<readonly [name: string, fast: Call, routed: Call]> = [
  [
    "the figures of a port",
    { method: "GET", path: figures },
    { method: "GET", path: `${CONGESTION_PREFIX}/congestion/nlrtm` }
  ],
  [
    "a port without data",
    { method: "GET", path: `${CONGESTION_PREFIX}/congestion/USHOU` },
    { method: "GET", path: `${CONGESTION_PREFIX}/congestion/ushou` }
  ],
  ...[
    voyage,
    { ...voyage, vessel: { imo: 9706906 }, options: { cargo: "reefer", avoid: ["suez"] } },
    { ...voyage, vessel: { mmsi: 211000001 } },
    { ...voyage, vessel: { imo: 9706905 }, arrival: {} },
    { ...voyage, vessel: { imo: "9706906" } },
    { ...voyage, note: 1 },
    []
  ].map((body): readonly [string, Call, Call] => [
    `the voyage ${JSON.stringify(body)}`,
    { method: "POST", path: compute, body },
    { method: "POST", path: compute, body, headers: { "content-type": "application/json; charset=utf-8" } }
  ]),
  [
    "an empty body",
    { method: "POST", path: compute, body: "" },
    { method: "POST", path: compute, body: "", headers: { "content-type": "application/json; charset=utf-8" } }
  ],
  [
    "a body that is not JSON",
    { method: "POST", path: compute, body: "{" },
    { method: "POST", path: compute, body: "{", headers: { "content-type": "application/json; charset=utf-8" } }
  ]
]

const usageOf = (caller: Caller) =>
  Effect.promise(async () => {
    const { body: period } = await caller.send("GET", `${CO2_PREFIX}/consumption/current-period`)
    const { body } = await caller.send("GET", `${CO2_PREFIX}/usages/operations`)
    const counted: ReadonlyArray<{ operation: string }> = body.operations
    return {
      consumed: period.creditsInitial - period.credits,
      counted: counted.filter(({ operation }) => /^(co2|portCongestion)\./.test(operation))
    }
  })

layer(serviceOn(stoppedClock), { excludeTestServices: true })("a call on a fast path", (it) => {
  describe("has the status, headers, body, cost and count of a call through the router", () => {
    for (const [name, fast, routed] of pairs) {
      it.effect(name, () =>
        Effect.gen(function* () {
          yield* seedPort
          for (const credits of [1000, 0]) {
            const [one, other] = [
              yield* newCaller("pay-as-you-go", credits),
              yield* newCaller("pay-as-you-go", credits)
            ]
            assert.deepStrictEqual(yield* responseTo(one, fast), yield* responseTo(other, routed))
            assert.deepStrictEqual(yield* usageOf(one), yield* usageOf(other))
          }
        })
      )
    }
  })

  it.effect("has the same response text as a call through the router", () =>
    Effect.gen(function* () {
      yield* seedPort
      const caller = yield* newCaller()
      for (const [, fast, routed] of pairs.slice(2, 5)) {
        const [one, other] = [fast, routed].map(({ method, path, body, headers }) =>
          Effect.promise(() =>
            caller.send(method, path, body, headers).then((response) => JSON.stringify(response.body))
          )
        )
        assert.strictEqual(yield* one ?? Effect.succeed(""), yield* other ?? Effect.succeed(""))
      }
    })
  )

  it.effect("echoes a valid X-Request-Id, and has a new one otherwise", () =>
    Effect.gen(function* () {
      yield* seedPort
      const caller = yield* newCaller()
      const idOf = (headers: Record<string, string>) =>
        Effect.promise(() =>
          caller.send("GET", figures, undefined, headers).then((response) => response.headers.get("x-request-id"))
        )
      assert.strictEqual(yield* idOf({ "x-request-id": "mine-1" }), "mine-1")
      assert.match(String(yield* idOf({ "x-request-id": "not valid!" })), /^[0-9a-f-]{36}$/)
      assert.notStrictEqual(yield* idOf({}), yield* idOf({}))
    })
  )

  it.effect("rejects a key that is missing, unknown or too long", () =>
    Effect.gen(function* () {
      yield* seedPort
      const caller = yield* newCaller()
      const codeOf = (key: string) =>
        Effect.promise(() =>
          caller.send("GET", figures, undefined, { api_key: key }).then(({ body }) => body.errorCode)
        )
      assert.deepStrictEqual(
        [yield* codeOf(""), yield* codeOf("lf_nobody_has_this_key"), yield* codeOf("x".repeat(300))],
        [40100, 40101, 40101]
      )
    })
  )

  it.effect("never overdraws an account under concurrent calls, and charges each response", () =>
    Effect.gen(function* () {
      yield* seedPort
      const caller = yield* newCaller("pay-as-you-go", 25)
      const responses = yield* Effect.promise(() =>
        Promise.all(
          Array.from({ length: 60 }, (_, n) =>
            n % 2 ? caller.send("GET", figures) : caller.send("POST", compute, voyage)
          )
        )
      )
      const paid = responses.filter(({ status }) => status === 200).length
      assert.strictEqual(paid, 25)
      assert.isTrue(responses.every(({ status }) => status === 200 || status === 402))
      assert.strictEqual((yield* usageOf(caller)).consumed, 25)
    })
  )

  it.effect("rejects a content encoding", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const compressed = yield* Effect.promise(() =>
        caller.send("GET", figures, undefined, { "content-encoding": "gzip" })
      )
      assert.deepStrictEqual([compressed.status, compressed.body.errorCode], [415, 41500])
    })
  )
})
