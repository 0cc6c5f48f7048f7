import { assert, layer } from "@effect/vitest"
import { ERRORS } from "@landfall/api/conventions/ErrorCode"
import { CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import { sampleHour, samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Effect, Option } from "effect"
import { newCaller, serviceOn } from "../support/Service.ts"
import { SERVICE_START, stoppedClock } from "../support/ServiceClock.ts"

const NLRTM = Unlocode.make("NLRTM")

/** Sample calls moved to the day of the service. */
const moved = (call: ReturnType<typeof samplePortCall>, by: number): typeof call => {
  const later = (at: Instant) => Instant.make(at + by)
  return {
    ...call,
    startedAt: later(call.startedAt),
    endedAt: Option.map(call.endedAt, later),
    stays: call.stays.map((stay) => ({ ...stay, from: later(stay.from), to: Option.map(stay.to, later) })),
    silences: call.silences.map(({ from, to }) => ({ from: later(from), to: later(to) })),
    lastReceivedAt: later(call.lastReceivedAt)
  }
}

const now = SERVICE_START

/** Two cargo vessels at berth, a tanker at anchor, and three calls completed a day ago. */
const fill = Effect.gen(function* () {
  const log = yield* PortCallLog
  const calls = [
    samplePortCall(1, { hours: [-5, null] }),
    samplePortCall(2, { hours: [-4, null] }),
    samplePortCall(3, { hours: [-3, null], kind: "anchorage", type: "tanker" }),
    ...[4, 5, 6].map((n) => samplePortCall(n, { hours: [-30 - n, -24], silences: [[-30, -26]] }))
  ]
  yield* log.put(calls.map((call) => moved(call, now - sampleHour(0))))
  const days = Array.from({ length: 100 }, (_, n) => Math.floor(now / DAY_MILLIS) - n)
  yield* log.addCoverage([{ port: NLRTM, days, lastReceivedAt: Option.some(Instant.make(now)) }])
})

const PORT = `${CONGESTION_PREFIX}/congestion/nlrtm`

layer(serviceOn(stoppedClock), { excludeTestServices: true })("port congestion", (it) => {
  it.effect("of a port without data is 404 and costs nothing", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      for (const path of ["", "/calls"]) {
        const response = yield* Effect.promise(() => caller.send("GET", `${CONGESTION_PREFIX}/congestion/USHOU${path}`))
        assert.deepStrictEqual([response.status, response.body.errorCode], [404, ERRORS.portUnknown.code])
        assert.match(
          response.body.details[0],
          /^The port Houston \(USHOU\) has no data yet\. .*LANDFALL_AIS=tcp.*import ais FILE/
        )
      }
      const history = (port: string) =>
        Effect.promise(() => caller.send("GET", `${CONGESTION_PREFIX}/congestion/${port}/history`))
      const empty = yield* history("USHOU")
      assert.deepStrictEqual([empty.status, empty.body], [200, { portCode: "USHOU", interval: "day", data: [] }])
      assert.strictEqual((yield* history("XXXXX")).status, 404)
      const batch = yield* Effect.promise(() =>
        caller.send("POST", `${CONGESTION_PREFIX}/congestion/batch`, { portCodes: ["USHOU", "BEANR"] })
      )
      assert.deepStrictEqual([batch.status, batch.body], [200, { results: [] }])
      assert.strictEqual(batch.headers.get("x-found-count"), "0")
      const period = yield* Effect.promise(() => caller.send("GET", `${CONGESTION_PREFIX}/consumption/current-period`))
      assert.strictEqual(period.body.creditsInitial - period.body.credits, 0)
    })
  )

  it.effect("404 suggests the intended code and ports nearby with data, and states when the data begins", () =>
    Effect.gen(function* () {
      yield* fill
      const caller = yield* newCaller()
      const figures = (path: string) =>
        Effect.promise(() => caller.send("GET", `${CONGESTION_PREFIX}/congestion/${path}`))
      const misspelt = yield* figures("NLRTN")
      assert.deepStrictEqual(
        [misspelt.status, misspelt.body.details],
        [404, ["No port has the code NLRTN: did you mean NLRTM?"]]
      )
      const near = yield* figures("BEANR")
      assert.strictEqual(near.status, 404)
      assert.match(near.body.details[1], /^Ports nearby with data: NLRTM, \d+ nm away\.$/)
      const earlier = yield* figures("NLRTM?asOf=2020-01-01T00:00:00Z")
      assert.strictEqual(earlier.status, 404)
      assert.match(earlier.body.details[0], /^The port NLRTM has no data at 2020-01-01T00:00:00\.000Z or before\.$/)
      assert.strictEqual((yield* figures("NL-RTM")).status, 400)
    })
  )

  it.effect("has count headers, all types or one, and costs one credit for each port", () =>
    Effect.gen(function* () {
      yield* fill
      const caller = yield* newCaller()
      const { status, body, headers } = yield* Effect.promise(() => caller.send("GET", PORT))
      assert.strictEqual(status, 200)
      assert.strictEqual(body.portCode, "NLRTM")
      assert.deepStrictEqual(body.vesselsInPortCount, { commercialVessels: 3, cargo: 2, tanker: 1, roro: 0 })
      assert.deepStrictEqual(body.time.timeInPortStatistics, { max: 12, median: 11, min: 10 })
      assert.strictEqual(body.rateOccupation.tanker, null)
      assert.deepInclude(body.quality.unknown, { figure: "rateOccupation.tanker", reason: "capacity_unknown" })
      assert.strictEqual(headers.get("x-resource-type"), "PORT_CONGESTION")
      assert.deepStrictEqual([headers.get("x-requested-count"), headers.get("x-found-count")], ["1", "1"])
      const narrowed = yield* Effect.promise(() => caller.send("GET", `${PORT}?vesselType=tanker`))
      assert.deepStrictEqual(narrowed.body.vesselsInPortCount, { commercialVessels: 3, tanker: 1 })
      const batch = yield* Effect.promise(() =>
        caller.send("POST", `${CONGESTION_PREFIX}/congestion/batch`, { portCodes: ["NLRTM", "BEANR", "nlrtm"] })
      )
      assert.deepStrictEqual(
        batch.body.results.map(({ portCode }: { readonly portCode: string }) => portCode),
        ["NLRTM"]
      )
      const counts = ["x-requested-count", "x-found-count"].map((name) => batch.headers.get(name))
      assert.deepStrictEqual(counts, ["2", "1"])
      const period = yield* Effect.promise(() => caller.send("GET", `${CONGESTION_PREFIX}/consumption/current-period`))
      assert.strictEqual(period.body.creditsInitial - period.body.credits, 3)
    })
  )

  it.effect("has evidence: pages of port calls, and figures at a past instant", () =>
    Effect.gen(function* () {
      yield* fill
      const caller = yield* newCaller()
      const first = yield* Effect.promise(() => caller.send("GET", `${PORT}/calls?limit=4`))
      assert.strictEqual(first.body.data.length, 4)
      const next = yield* Effect.promise(() =>
        caller.send("GET", `${PORT}/calls?limit=4&iterator=${first.body.iterator}`)
      )
      const starts = [...first.body.data, ...next.body.data].map(({ startTime }) => startTime)
      assert.deepStrictEqual(
        starts,
        [-36, -35, -34, -5, -4, -3].map((hours) => isoOf(Instant.make(now + hours * HOUR_MILLIS)))
      )
      assert.isTrue(next.body.done)
      assert.deepStrictEqual(first.body.data[0].silences, [
        { startTime: isoOf(Instant.make(now - 30 * HOUR_MILLIS)), endTime: isoOf(Instant.make(now - 26 * HOUR_MILLIS)) }
      ])
      const asOf = isoOf(Instant.make(now - 30 * HOUR_MILLIS))
      const past = yield* Effect.promise(() => caller.send("GET", `${PORT}?asOf=${asOf}`))
      assert.strictEqual(past.body.vesselsInPortCount.commercialVessels, 3)
      const history = yield* Effect.promise(() =>
        caller.send("GET", `${PORT}/history?interval=hour&from=${asOf}&to=${isoOf(Instant.make(now))}`)
      )
      assert.strictEqual(history.body.data.length, 31)
      assert.deepStrictEqual(history.body.data[0], past.body)
    })
  )

  it.effect("has the calls behind the figures of a past instant, as they were then", () =>
    Effect.gen(function* () {
      yield* fill
      const caller = yield* newCaller()
      const at = (hours: number) => isoOf(Instant.make(now + hours * HOUR_MILLIS))
      for (const [hours, inPort, completed] of [
        [-30, 3, 0],
        [-20, 0, 3],
        [-4, 2, 3]
      ] as const) {
        const { body: figures } = yield* Effect.promise(() => caller.send("GET", `${PORT}?asOf=${at(hours)}`))
        const { body: calls } = yield* Effect.promise(() => caller.send("GET", `${PORT}/calls?asOf=${at(hours)}`))
        const ends: ReadonlyArray<string | null> = calls.data.map((call: { endTime: string | null }) => call.endTime)
        const open = ends.filter((end) => end === null).length
        assert.deepStrictEqual([open, ends.length - open], [inPort, completed], at(hours))
        assert.deepStrictEqual(figures.vesselsInPortCount.commercialVessels, inPort)
        assert.deepStrictEqual(figures.quality.samples.completedCalls, completed)
      }
      const before = yield* Effect.promise(() => caller.send("GET", `${PORT}/calls?asOf=2001-01-01T00:00:00Z`))
      assert.deepStrictEqual([before.status, before.body.errorCode], [404, ERRORS.portUnknown.code])
    })
  )

  it.effect("is rejected with one sentence for each fault", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      for (const [path, sentence] of [
        ["/congestion/rotterdam", "path.portCode must be a UN/LOCODE"],
        ["/congestion/NLRTM?vesselType=ferry", "query.vesselType"],
        ["/congestion/NLRTM?asOf=2999-01-01T00:00:00Z", "query.asOf must not be in the future"],
        ["/congestion/NLRTM/history?from=2020-01-01T00:00:00Z", "must have at most 400 points"],
        ["/congestion/NLRTM/calls?iterator=x", "query.iterator must be the iterator"],
        ["/congestion/NLRTM/calls?asOf=2999-01-01T00:00:00Z", "query.asOf must not be in the future"],
        [
          "/congestion/NLRTM/calls?asOf=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z",
          "query.to must not be after query.asOf"
        ]
      ] as const) {
        const response = yield* Effect.promise(() => caller.send("GET", `${CONGESTION_PREFIX}${path}`))
        assert.deepStrictEqual([response.status, response.body.errorCode], [400, ERRORS.parameterInvalid.code], path)
        assert.include(response.body.details[0], sentence)
      }
    })
  )

  it.effect("is not returned when the credits are exhausted", () =>
    Effect.gen(function* () {
      yield* fill
      const caller = yield* newCaller("pay-as-you-go", 4)
      const calls = yield* Effect.promise(() => caller.send("GET", `${PORT}/calls`))
      assert.deepStrictEqual([calls.status, calls.body.errorCode], [402, ERRORS.creditsExhausted.code])
    })
  )
})
