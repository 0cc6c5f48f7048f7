import { assert, describe, layer } from "@effect/vitest"
import { CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS, HOUR_MILLIS, Instant } from "@landfall/core/time/Instant"
import { sampleHour, samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Clock, Effect, Option } from "effect"
import { ensureStarterVessels } from "../../src/service/StarterVessels.ts"
import { type Caller, newCaller, serviceLayer } from "../support/Service.ts"

const NLRTM = Unlocode.make("NLRTM")

/** A port that is heard now, with ships in it and a hundred days of history. */
const fill = Effect.gen(function* () {
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

/** An answer as it came, but for what is of its moment. */
const answerTo = (caller: Caller, { method, path, body, headers }: Call) =>
  Effect.promise(async () => {
    const { status, headers: told, body: answer } = await caller.send(method, path, body, headers)
    const kept = [...told].filter(([name]) => !["date", "x-request-id", "content-length"].includes(name))
    return {
      status,
      headers: kept,
      body: { ...answer, time: undefined, quality: { ...answer.quality, asOf: undefined } }
    }
  })

const voyage = { vessel: { imo: 9706906, speed: 13 }, departure: { portCode: "frleh" }, arrival: { portCode: "ESBCN" } }
const figures = `${CONGESTION_PREFIX}/congestion/NLRTM`
const compute = `${CO2_PREFIX}/compute-co2`

/** Calls that go the short way, beside the same calls said in a way that leads them along the long one. */
const pairs: ReadonlyArray<readonly [name: string, short: Call, long: Call]> = [
  ["the figures of a port", { method: "GET", path: figures }, { method: "GET", path: `${figures}?by=the-long-way` }],
  [
    "a port that was never heard",
    { method: "GET", path: `${CONGESTION_PREFIX}/congestion/USHOU` },
    { method: "GET", path: `${CONGESTION_PREFIX}/congestion/USHOU?by=the-long-way` }
  ],
  ...[
    voyage,
    { ...voyage, vessel: { imo: "9706906" }, options: { cargo: "reefer", avoid: ["suez"] } },
    { ...voyage, vessel: { mmsi: 211000001 } },
    { ...voyage, vessel: { imo: 9706905 }, arrival: {} },
    { ...voyage, note: 1 },
    []
  ].map((body): readonly [string, Call, Call] => [
    `the voyage ${JSON.stringify(body)}`,
    { method: "POST", path: compute, body },
    { method: "POST", path: compute, body, headers: { "content-type": "application/json; charset=utf-8" } }
  ]),
  [
    "a body that is no JSON",
    { method: "POST", path: compute, body: "{" },
    { method: "POST", path: compute, body: "{", headers: { "content-type": "application/json; charset=utf-8" } }
  ]
]

const usageOf = (caller: Caller) =>
  Effect.promise(async () => {
    const { body: period } = await caller.send("GET", `${CO2_PREFIX}/consumption/current-period`)
    const { body } = await caller.send("GET", `${CO2_PREFIX}/usages`)
    const counted: ReadonlyArray<{ operation: string }> = body.usages
    return {
      consumed: period.consumedCredits,
      counted: counted.filter(({ operation }) => /^(co2|portCongestion)\./.test(operation))
    }
  })

layer(serviceLayer, { excludeTestServices: true })("a call that goes the short way", (it) => {
  describe("is answered as along the long way, and costs and counts the same", () => {
    for (const [name, short, long] of pairs) {
      it.effect(name, () =>
        Effect.gen(function* () {
          yield* fill
          for (const credits of [1000, 0]) {
            const [one, other] = [
              yield* newCaller("pay-as-you-go", credits),
              yield* newCaller("pay-as-you-go", credits)
            ]
            assert.deepStrictEqual(yield* answerTo(one, short), yield* answerTo(other, long))
            assert.deepStrictEqual(yield* usageOf(one), yield* usageOf(other))
          }
        })
      )
    }
  })

  it.effect("writes the very same text", () =>
    Effect.gen(function* () {
      yield* fill
      const caller = yield* newCaller()
      for (const [, short, long] of pairs.slice(2, 5)) {
        const [one, other] = [short, long].map(({ method, path, body, headers }) =>
          Effect.promise(() => caller.send(method, path, body, headers).then((answer) => JSON.stringify(answer.body)))
        )
        assert.strictEqual(yield* one ?? Effect.succeed(""), yield* other ?? Effect.succeed(""))
      }
    })
  )

  it.effect("keeps the caller's own request id, and is given one otherwise", () =>
    Effect.gen(function* () {
      yield* fill
      const caller = yield* newCaller()
      const idOf = (given: Record<string, string>) =>
        Effect.promise(() =>
          caller.send("GET", figures, undefined, given).then(({ headers }) => headers.get("x-request-id"))
        )
      assert.strictEqual(yield* idOf({ "x-request-id": "mine-1" }), "mine-1")
      assert.match(String(yield* idOf({ "x-request-id": "not valid!" })), /^[0-9a-f-]{36}$/)
      assert.notStrictEqual(yield* idOf({}), yield* idOf({}))
    })
  )

  it.effect("with a key that is missing, unknown or too long is refused", () =>
    Effect.gen(function* () {
      yield* fill
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

  it.effect("never overdraws an account, however many come at once, and charges for each answer", () =>
    Effect.gen(function* () {
      yield* fill
      const caller = yield* newCaller("pay-as-you-go", 25)
      const answers = yield* Effect.promise(() =>
        Promise.all(
          Array.from({ length: 60 }, (_, n) =>
            n % 2 ? caller.send("GET", figures) : caller.send("POST", compute, voyage)
          )
        )
      )
      const paid = answers.filter(({ status }) => status === 200).length
      assert.strictEqual(paid, 25)
      assert.isTrue(answers.every(({ status }) => status === 200 || status === 402))
      assert.strictEqual((yield* usageOf(caller)).consumed, 25)
    })
  )

  it.effect("in a form that is not read is refused", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const packed = yield* Effect.promise(() => caller.send("GET", figures, undefined, { "content-encoding": "gzip" }))
      assert.deepStrictEqual([packed.status, packed.body.errorCode], [415, 41500])
    })
  )
})
