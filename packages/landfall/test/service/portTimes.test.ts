import { assert, layer } from "@effect/vitest"
import { CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { type PortCall, PortCallId } from "@landfall/core/congestion/detection/PortCall"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { ZoneId } from "@landfall/core/congestion/zones/Zone"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Effect, Option } from "effect"
import { newCaller, serviceOn } from "../support/Service.ts"
import { SERVICE_START, stoppedClock } from "../support/ServiceClock.ts"

const now = SERVICE_START
const hour = (hours: number): Instant => Instant.make(now + hours * HOUR_MILLIS)

/** The hours that vessels wait, in the order of their berthing. */
const WAITS = [4, 10, 0, 14, 6, 2, 12, 8]

/** A vessel that waits, and is at a berth of the Maasvlakte for twelve hours. */
const visit = (vessel: number, berthed: number, wait: number): PortCall => {
  const call = samplePortCall(vessel)
  const [stay] = call.stays
  if (stay === undefined) return call
  const mmsi = MmsiInteger.make(200_000_000 + vessel)
  const startedAt = hour(berthed - wait)
  return {
    ...call,
    id: PortCallId.make(`${mmsi}-${startedAt / 1000}`),
    startedAt,
    endedAt: Option.some(hour(berthed + 13)),
    ending: Option.some("left"),
    lastReceivedAt: hour(berthed + 12),
    stays: [
      { ...stay, kind: "anchorage", from: startedAt, to: Option.some(hour(berthed)) },
      { ...stay, from: hour(berthed), to: Option.some(hour(berthed + 12)), zone: Option.some(ZoneId.make("ECT-DELTA")) }
    ]
  }
}

const fill = Effect.gen(function* () {
  const log = yield* PortCallLog
  yield* log.put(
    WAITS.flatMap((wait, n) => [visit(n, -7 * 24 - 150 + n * 17, wait), visit(100 + n, -150 + n * 17, wait + 20)])
  )
  const days = Array.from({ length: 40 }, (_, n) => Math.floor(now / DAY_MILLIS) - n)
  yield* log.addCoverage([{ port: Unlocode.make("NLRTM"), days, lastReceivedAt: Option.some(Instant.make(now)) }])
})

layer(serviceOn(stoppedClock), { excludeTestServices: true })("the times of a port", (it) => {
  const path = `${CONGESTION_PREFIX}/congestion/NLRTM/times`

  it.effect("separate waiting from berths, with a trend and its interval, now and at a past instant", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const none = yield* Effect.promise(() => caller.send("GET", path))
      assert.strictEqual(none.status, 404)
      yield* fill
      const { body, status } = yield* Effect.promise(() => caller.send("GET", path))
      assert.strictEqual(status, 200)
      const [week] = body.waiting
      assert.deepInclude(week, { days: 7, count: 8, medianHours: 27, p90Hours: 34, trend: "longer", unknown: null })
      assert.deepStrictEqual(week.previous, { count: 8, medianHours: 7 })
      assert.strictEqual(week.change.hours, 20)
      assert.isTrue(0 < week.change.lowHours && week.change.lowHours < 20 && week.change.highHours > 20)
      assert.deepInclude(body.berth[0], { count: 8, medianHours: 12, trend: "unclear" })
      assert.deepInclude(body.places[0], { zoneId: "ECT-DELTA", name: null })
      assert.deepStrictEqual(body.places[0].waiting, body.waiting)
      const past = yield* Effect.promise(() => caller.send("GET", `${path}?asOf=${isoOf(hour(-7 * 24))}`))
      assert.deepInclude(past.body.waiting[0], { count: 8, medianHours: 7, trend: "unknown", unknown: "too_few_times" })
      assert.deepStrictEqual(past.body.weeks[11].waiting, body.weeks[10].waiting)
      const tankers = yield* Effect.promise(() => caller.send("GET", `${path}?vesselType=tanker`))
      assert.deepInclude(tankers.body, { vesselClass: "tanker", places: [] })
    })
  )

  it.effect("are compared for several ports; those without data are omitted and cost nothing", () =>
    Effect.gen(function* () {
      yield* fill
      const caller = yield* newCaller()
      const single = yield* Effect.promise(() => caller.send("GET", path))
      const { body, status } = yield* Effect.promise(() =>
        caller.send("POST", `${CONGESTION_PREFIX}/congestion/times`, { portCodes: ["NLRTM", "BEANR", "nlrtm"] })
      )
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body.results, [single.body])
      const period = yield* Effect.promise(() => caller.send("GET", `${CONGESTION_PREFIX}/consumption/current-period`))
      assert.strictEqual(period.body.creditsInitial - period.body.credits, 10)
      const future = yield* Effect.promise(() =>
        caller.send("POST", `${CONGESTION_PREFIX}/congestion/times`, {
          portCodes: ["NLRTM"],
          asOf: "2999-01-01T00:00:00Z"
        })
      )
      assert.deepStrictEqual([future.status, future.body.details], [400, ["asOf must not be in the future."]])
    })
  )
})
