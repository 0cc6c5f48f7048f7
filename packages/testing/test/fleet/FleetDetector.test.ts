import { assert, describe, it } from "@effect/vitest"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { FleetDetector } from "@landfall/core/congestion/fleet/FleetDetector"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { Instant } from "@landfall/core/time/Instant"
import { Effect, Option, Schema } from "effect"
import { detectCalls } from "../../src/fleet/DetectionAccuracy.ts"
import { fleetPlan } from "../../src/fleet/FleetPlan.ts"
import { simulateFleet } from "../../src/fleet/SimulatedFleet.ts"
import * as MemoryStorage from "../../src/memory/MemoryStorage.ts"

const plan = fleetPlan({ seed: "watch", vessels: 12, days: 5, ports: 2, hasSharedAnchorages: true, silenceShare: 0.01 })
const end = Instant.make(plan.start.epochMilliseconds + 6 * 86_400_000)
const DETECTOR = DetectorId.make("test")
const unregistered = () => Option.none()

const storedCalls = Effect.gen(function* () {
  const log = yield* PortCallLog
  const calls = yield* Effect.forEach(yield* log.ports, (port) => log.calls(port, Instant.make(0), end))
  return calls.flat().filter(({ assignment }) => assignment === undefined)
})

describe("a fleet detector", () => {
  it.effect.prop(
    "stores the same calls for any batch size, with and without restarts from the stored states",
    { every: Schema.Int.check(Schema.isBetween({ minimum: 50, maximum: 4000 })), restarts: Schema.Boolean },
    ({ every, restarts }) =>
      Effect.gen(function* () {
        const fleet = yield* simulateFleet(plan)
        const index = makeZoneIndex(fleet.zones)
        const store = yield* VesselStateStore
        yield* store.claim(DETECTOR, 60_000)
        let detector = new FleetDetector(index, unregistered)
        const reports: ReadonlyArray<VesselReport> = [...fleet.staticReports, ...fleet.positionReports]
        for (const [count, report] of reports.entries()) {
          detector.receive(report, end)
          if (count % every !== 0) continue
          yield* store.save(detector.drain(), DETECTOR)
          if (restarts) detector = new FleetDetector(index, unregistered, (yield* store.load).states)
        }
        detector.flushSilent(end, () => true)
        yield* store.save(detector.drain(), DETECTOR)
        const calls = yield* storedCalls
        const expected = detectCalls(fleet.positionReports, index, end).calls
        assert.strictEqual(calls.length, expected.size)
        const vessels = new Map(fleet.vessels.map((vessel) => [vessel.mmsi, vessel]))
        for (const { vessel, source: _, ...call } of calls) {
          const mmsi = Option.getOrThrow(vessel.mmsi)
          assert.deepStrictEqual({ ...call, mmsi }, expected.get(call.id))
          assert.deepStrictEqual(vessel.name, Option.fromUndefinedOr(vessels.get(mmsi)?.name))
          assert.isTrue(vessel.commercial)
        }
      }).pipe(Effect.provide(MemoryStorage.layer)),
    { arbitrary: { runs: 6 } }
  )

  it.effect("reports the coverage of ports, and prunes silent vessels and ends their calls", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet({ ...plan, silenceShare: 0 })
      const detector = new FleetDetector(makeZoneIndex(fleet.zones), unregistered)
      for (const report of fleet.positionReports) detector.receive(report, end)
      const { coverage, states, calls } = detector.drain()
      assert.sameMembers(
        coverage.map(({ port }) => port),
        [...new Set(fleet.calls.map(({ port }) => port))]
      )
      assert.isTrue(coverage.every(({ days }) => days.length >= 3))
      assert.strictEqual(states.length, 12)
      assert.deepStrictEqual(detector.drain(), { states: [], removed: [], calls: [], coverage: [] })
      const open = calls.filter(({ endedAt }) => Option.isNone(endedAt))
      assert.isNotEmpty(open)
      detector.prune(end)
      assert.strictEqual(detector.size, 0)
      const pruned = detector.drain()
      assert.isEmpty(pruned.states)
      assert.sameMembers(
        pruned.calls.map(({ id }) => id),
        open.map(({ id }) => id)
      )
      for (const call of pruned.calls) {
        assert.deepStrictEqual([call.ending, call.endedAt], [Option.some("silent"), Option.some(call.lastReceivedAt)])
      }
    })
  )

  it.effect("updates the vessel of an open call as soon as a static report arrives", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet({ ...plan, silenceShare: 0 })
      const detector = new FleetDetector(makeZoneIndex(fleet.zones), unregistered)
      for (const report of fleet.positionReports) detector.receive(report, end)
      const open = detector.drain().calls.filter(({ endedAt }) => Option.isNone(endedAt))
      assert.isNotEmpty(open)
      assert.isTrue(open.every(({ vessel }) => !vessel.commercial))
      for (const report of fleet.staticReports) detector.receive(report, end)
      const updated = detector.drain().calls
      assert.sameMembers(
        updated.map(({ id }) => id),
        open.map(({ id }) => id)
      )
      assert.isTrue(updated.every(({ vessel }) => vessel.commercial && Option.isSome(vessel.name)))
    })
  )

  it.effect("derives a vessel's type from the berths that it uses", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet({ ...plan, days: 30, vessels: 3, silenceShare: 0 })
      const zones = fleet.zones.map((zone) =>
        zone.kind === "BERTH" ? { ...zone, vesselType: Option.some("roro" as const) } : zone
      )
      const detector = new FleetDetector(makeZoneIndex(zones), unregistered)
      for (const report of [...fleet.staticReports, ...fleet.positionReports]) detector.receive(report, end)
      const newest = detector
        .drain()
        .calls.filter(({ vessel }) => Option.contains(vessel.mmsi, fleet.vessels[0]?.mmsi ?? 0))
        .toSorted((a, b) => a.startedAt - b.startedAt)
      assert.deepStrictEqual(
        [newest.at(0), newest.at(-1)].map((call) => [
          Option.getOrNull(call?.vessel.type ?? Option.none()),
          call?.vessel.typeSource
        ]),
        [
          ["cargo", "ais"],
          ["roro", "berths"]
        ]
      )
    })
  )
})
