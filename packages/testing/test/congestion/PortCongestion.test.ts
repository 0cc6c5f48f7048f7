import { assert, describe, it } from "@effect/vitest"
import { portCallOf } from "@landfall/core/congestion/detection/PortCall"
import { classifyVessel } from "@landfall/core/congestion/detection/VesselClassification"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { detectCalls } from "../../src/fleet/DetectionAccuracy.ts"
import { fleetPlan } from "../../src/fleet/FleetPlan.ts"
import type { SimulatedFleet } from "../../src/fleet/SimulatedFleet.ts"
import { simulateFleet } from "../../src/fleet/SimulatedFleet.ts"
import * as MemoryStorage from "../../src/memory/MemoryStorage.ts"
import { sampleHour, samplePortCall, sampleZone } from "../../src/samples/CongestionSamples.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"

const NLRTM = Unlocode.make("NLRTM")

const layer = PortCongestion.layer.pipe(Layer.provideMerge(MemoryStorage.layer))

const covered = (hours: number) => ({
  port: NLRTM,
  days: [Math.floor(sampleHour(hours) / DAY_MILLIS)],
  lastReceivedAt: Option.some(sampleHour(hours))
})

const inPort = Effect.flatMap(PortCongestion, (congestion) => congestion.now(NLRTM)).pipe(
  Effect.map((aggregate) => Option.flatMap(aggregate, ({ vesselsInPortCount }) => vesselsInPortCount.commercialVessels))
)

const setTime = TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME))

describe("the congestion of a port", () => {
  it.effect(
    "is unknown before the first coverage, then computed from the calls, and updated a second after they change",
    () =>
      Effect.gen(function* () {
        yield* setTime
        const log = yield* PortCallLog
        assert.deepStrictEqual(yield* inPort, Option.none())
        yield* TestClock.adjust("1 second")
        yield* log.put([samplePortCall(1), samplePortCall(2)])
        yield* log.addCoverage([covered(0)])
        assert.deepStrictEqual(yield* inPort, Option.some(2))
        yield* log.put([
          { ...samplePortCall(1, { hours: [-10, 0] }), id: samplePortCall(1).id },
          samplePortCall(3),
          samplePortCall(4)
        ])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* inPort, Option.some(3))
      }).pipe(Effect.provide(layer))
  )

  it.effect("applies the operator's settings, and corrections of old calls", () =>
    Effect.gen(function* () {
      yield* setTime
      const log = yield* PortCallLog
      const zones = yield* ZoneStore
      const congestion = yield* PortCongestion
      const days = Array.from({ length: 100 }, (_, n) => Math.floor(sampleHour(-24 * n) / DAY_MILLIS))
      yield* log.addCoverage([{ ...covered(0), days }])
      yield* log.put([samplePortCall(1), samplePortCall(9, { hours: [-2000, -1400] })])
      const look = Effect.map(congestion.now(NLRTM), Option.getOrThrow)
      const gap = ({ rateOccupation }: Effect.Success<typeof look>) =>
        Option.getOrThrow(Option.getOrThrow(rateOccupation.commercialVessels).rateOccupationGapWithMean)
      const first = yield* look
      assert.deepStrictEqual(first.quality.capacity[0], {
        vesselClass: "commercialVessels",
        berths: 1,
        source: "history"
      })
      yield* log.put([
        { ...samplePortCall(9, { hours: [-2000, -1900] }), id: samplePortCall(9, { hours: [-2000, -1400] }).id }
      ])
      yield* zones.setBerths({ port: NLRTM, vesselClass: "commercialVessels", berths: 4 })
      yield* zones.put([sampleZone(1)])
      yield* TestClock.adjust("1 second")
      const second = yield* look
      assert.deepStrictEqual(second.quality.capacity[0], {
        vesselClass: "commercialVessels",
        berths: 4,
        source: "operator"
      })
      assert.strictEqual(second.quality.berthEvidence, "zones")
      const hours = 99 * 24 + 12
      assert.closeTo(gap(second), 25 - ((100 + 10) / hours / 4) * 100, 1e-6)
    }).pipe(Effect.provide(layer))
  )

  it.effect("counts detected calls again when the report that superseded them is shortened", () =>
    Effect.gen(function* () {
      yield* setTime
      const log = yield* PortCallLog
      const { id, ...reported } = { ...samplePortCall(1, { hours: [-50, null] }), source: "report" as const }
      yield* log.addCoverage([covered(0)])
      yield* log.put([{ id, ...reported }])
      assert.deepStrictEqual(yield* inPort, Option.some(1))
      const found = samplePortCall(1, { hours: [-10, null] })
      yield* log.put([{ ...found, vessel: { ...found.vessel, name: Option.some("EVER ONWARD") } }])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* inPort, Option.some(1))
      yield* log.put([{ ...samplePortCall(1, { hours: [-50, -40] }), id, source: "report" }])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* inPort, Option.some(1))
    }).pipe(Effect.provide(layer))
  )

  it.effect("excludes superseded calls, even when the report is outside the requested interval", () =>
    Effect.gen(function* () {
      yield* setTime
      const log = yield* PortCallLog
      const reported = { ...samplePortCall(1, { hours: [-90, -80] }), source: "report" as const }
      const later = { ...samplePortCall(2, { hours: [-9, -5] }), source: "report" as const }
      const [found, open, other] = [{ hours: [-100, -20] }, { hours: [-40, null] }, { hours: [-50, -20] }] as const
      yield* log.put([reported, later, samplePortCall(1, found), samplePortCall(2, open), samplePortCall(3, other)])
      const ids = Effect.map((yield* PortCongestion).calls(NLRTM, sampleHour(-30), sampleHour(-25)), (calls) =>
        calls.map(({ id }) => id)
      )
      assert.deepStrictEqual(yield* ids, [samplePortCall(3, other).id])
    }).pipe(Effect.provide(layer))
  )

  it.effect("of a past instant is that of the time, alone and in a history", () =>
    Effect.gen(function* () {
      yield* setTime
      const log = yield* PortCallLog
      const congestion = yield* PortCongestion
      yield* log.addCoverage([covered(-48), covered(-24), covered(0)])
      yield* log.put([
        samplePortCall(1),
        samplePortCall(2, { hours: [-30, -20] }),
        samplePortCall(3, { hours: [-26, -12] })
      ])
      const times = [-100, -28, -25, -15, 0].map(sampleHour)
      const counts = (yield* congestion.history(NLRTM, times)).map(({ vesselsInPortCount }) =>
        Option.getOrNull(vesselsInPortCount.commercialVessels)
      )
      assert.deepStrictEqual(counts, [1, 2, 1, 1])
      for (const [index, time] of times.slice(1).entries()) {
        const past = Option.getOrThrow(yield* congestion.asOf(NLRTM, time))
        assert.strictEqual(Option.getOrNull(past.vesselsInPortCount.commercialVessels), counts[index])
      }
      assert.deepStrictEqual(yield* congestion.asOf(NLRTM, sampleHour(-100)), Option.none())
    }).pipe(Effect.provide(layer))
  )
})

/** The simulated vessels at the berths of a port at an instant. */
const atBerth = (fleet: SimulatedFleet, port: Unlocode, at: number): number =>
  fleet.calls.filter(
    (call) =>
      call.port === port &&
      call.stays.some(({ kind, from, to }) => kind === "berth" && from * 1000 <= at && at < to * 1000)
  ).length

describe("the occupation of a simulated port", () => {
  it.effect("matches the simulation hour by hour, except for vessels that arrive or leave within ten minutes", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(
        fleetPlan({ seed: "occupation", days: 8, ports: 2, berthsPerPort: 5, vessels: 20 })
      )
      const start = fleet.plan.start.epochMilliseconds
      const end = Instant.make(start + 8 * DAY_MILLIS)
      const { calls } = detectCalls(fleet.positionReports, makeZoneIndex(fleet.zones), end)
      const vessels = new Map(fleet.vessels.map((vessel) => [vessel.mmsi, vessel]))
      const log = yield* PortCallLog
      yield* log.put(
        [...calls.values()].map((call) => {
          const vessel = vessels.get(call.mmsi)
          const facts = {
            registeredType: Option.fromUndefinedOr(vessel?.type),
            shipType: Option.fromUndefinedOr(vessel?.shipType),
            name: Option.none(),
            typedStays: { cargo: 0, tanker: 0, roro: 0 }
          }
          const identified = { ...facts, mmsi: Option.some(call.mmsi), imo: Option.fromUndefinedOr(vessel?.imo) }
          const { registeredType: _, typedStays: __, ...named } = identified
          return portCallOf(call, { ...named, ...classifyVessel(facts) })
        })
      )
      const times = Array.from({ length: 7 * 24 }, (_, n) => Instant.make(start + DAY_MILLIS + n * HOUR_MILLIS))
      for (const port of yield* log.ports) {
        const days = Array.from({ length: 9 }, (_, n) => Math.floor(start / DAY_MILLIS) + n)
        yield* log.addCoverage([{ port, days, lastReceivedAt: Option.some(end) }])
        yield* (yield* ZoneStore).setBerths({ port, vesselClass: "commercialVessels", berths: 5 })
        const history = yield* (yield* PortCongestion).history(port, times)
        assert.strictEqual(history.length, times.length)
        for (const { rateOccupation, quality } of history) {
          const at = DateTime.toEpochMillis(quality.asOf)
          const near = [-10, -5, 0, 5, 10].map((minutes) => (atBerth(fleet, port, at + minutes * 60_000) / 5) * 100)
          const computed = Option.getOrThrow(rateOccupation.commercialVessels).rateOccupationPercentage
          assert.isAtLeast(computed, Math.min(...near) - 1e-9)
          assert.isAtMost(computed, Math.max(...near) + 1e-9)
        }
      }
    }).pipe(Effect.provide(layer))
  )
})
