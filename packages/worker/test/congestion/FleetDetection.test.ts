import { assert, describe, it } from "@effect/vitest"
import { FeedLagMetrics } from "@landfall/core/congestion/detection/FeedLag"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { detectPortCalls } from "@landfall/core/congestion/fleet/DetectPortCalls"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Instant } from "@landfall/core/time/Instant"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { measureAccuracy } from "@landfall/testing/fleet/DetectionAccuracy"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { type SimulatedFleet, simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { Clock, Effect, Exit, Layer, Logger, Option, Schema, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as FleetDetection from "../../src/congestion/FleetDetection.ts"
import { noPorts, storedCalls } from "./StoredCalls.ts"

const plan = fleetPlan({ seed: "live", vessels: 10, days: 3, ports: 2, berthsPerPort: 3 })
const fleetOfPlan = simulateFleet(plan)
const end = Instant.make(plan.start.epochMilliseconds + 4 * 86_400_000)
const BEFORE_START = plan.start.epochMilliseconds - 60_000

/**
 * The reports of a fleet as a live feed: a subscriber receives those from its start on, each at its own time and later by
 * a constant lag.
 */
const liveReportsOf = (fleet: SimulatedFleet, lagMillis: number): Stream.Stream<VesselReport> =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (from) =>
      Stream.concat(
        Stream.fromIterable<VesselReport>(fleet.staticReports),
        Stream.fromIterable<VesselReport>(fleet.positionReports).pipe(
          Stream.filter(({ at }) => at + lagMillis >= from),
          Stream.mapEffect((report) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) =>
              report.at + lagMillis > now
                ? Effect.as(Effect.sleep(report.at + lagMillis - now), report)
                : Effect.succeed(report)
            )
          )
        )
      )
    )
  )

/** The settings of the service with longer intervals, because a test covers days. */
const detectionOf = (
  name: string,
  fleet: SimulatedFleet,
  changes: Partial<FleetDetection.FleetDetectionSettings>,
  lagMillis: number
) =>
  FleetDetection.layer(
    {
      ...FleetDetection.defaultFleetDetectionSettings(DetectorId.make(name)),
      leaseMillis: 180_000,
      claimInterval: "1 minute",
      storeInterval: "1 minute",
      lagInterval: "1 minute",
      ...changes
    },
    liveReportsOf(fleet, lagMillis)
  )

/** Starts a detection process; returns the effect that stops it. */
const startDetection = Effect.fnUntraced(function* (
  name: string,
  fleet: SimulatedFleet,
  changes: Partial<FleetDetection.FleetDetectionSettings> = {},
  lagMillis = 0
) {
  const scope = yield* Scope.make()
  yield* Layer.buildWithScope(detectionOf(name, fleet, changes, lagMillis), scope)
  return Scope.close(scope, Exit.void)
})

const prepareFleet = Effect.gen(function* () {
  const fleet = yield* fleetOfPlan
  yield* TestClock.setTime(BEFORE_START)
  yield* (yield* ZoneStore).put(fleet.zones)
  return fleet
})

const accuracyOfStoredCalls = Effect.fnUntraced(function* (fleet: SimulatedFleet) {
  const calls = (yield* storedCalls).map(({ vessel, source: _, ...call }) => ({
    ...call,
    mmsi: Option.getOrThrow(vessel.mmsi)
  }))
  return measureAccuracy(fleet, calls)
})

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

const services = Layer.mergeAll(MemoryStorage.layer, noPorts, Logger.layer([]))

describe("the detection of port calls", () => {
  it.effect("stores the port calls of a live fleet, those of vessels that fall silent within 11 minutes", () =>
    Effect.gen(function* () {
      const fleet = yield* prepareFleet
      const stop = yield* startDetection("one", fleet)
      yield* TestClock.adjust("3 days")
      yield* TestClock.adjust("12 minutes")
      const { expected, found, falseCalls } = yield* accuracyOfStoredCalls(fleet)
      assert.isAbove(expected, 5)
      assert.deepStrictEqual([found, falseCalls], [expected, []])
      yield* stop
    }).pipe(Effect.provide(services))
  )

  it.effect("loses no call of a source that is 30 minutes late, and logs how late it is", () =>
    Effect.gen(function* () {
      const fleet = yield* prepareFleet
      const lines: Array<string> = []
      const measured: Array<number> = []
      const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const stop = yield* startDetection("one", fleet, {}, 30 * 60_000).pipe(
        Effect.provideService(FeedLagMetrics, (sources) => {
          for (const { lagSeconds } of sources) if (Option.isSome(lagSeconds)) measured.push(lagSeconds.value)
        }),
        Effect.provide(logger)
      )
      yield* TestClock.adjust("72 hours")
      yield* TestClock.adjust("42 minutes")
      const { expected, found, falseCalls } = yield* accuracyOfStoredCalls(fleet)
      assert.isAbove(expected, 5)
      assert.deepStrictEqual([found, falseCalls], [expected, []])
      const inOrder = detectPortCalls(
        [...fleet.positionReports].toSorted((a, b) => a.at - b.at),
        makeZoneIndex(fleet.zones)
      )
      assert.deepStrictEqual(
        (yield* storedCalls).map(({ id, stays, endedAt }) => ({ id, stays, endedAt })).toSorted(byId),
        inOrder.map(({ id, stays, endedAt }) => ({ id, stays, endedAt })).toSorted(byId)
      )
      assert.strictEqual(measured.at(-1), 1800)
      assert.deepStrictEqual(
        lines.filter((line) => line.startsWith("fleet: ")),
        [
          "fleet: reports arrive 30 minutes after their timestamps. Port calls are detected with this delay, and none is lost. Check the clock and the connection of the source."
        ]
      )
      yield* stop
    }).pipe(Effect.provide(services))
  )

  it.effect(
    "runs in one process at a time: another process takes over when it stops, and continues the same port calls",
    () =>
      Effect.gen(function* () {
        const fleet = yield* prepareFleet
        const stopOne = yield* startDetection("one", fleet)
        yield* TestClock.adjust("2 minutes")
        const stopTwo = yield* startDetection("two", fleet)
        yield* TestClock.adjust("36 hours")
        const store = yield* VesselStateStore
        assert.strictEqual((yield* Effect.flip(store.claim(DetectorId.make("three"), 1))).message.includes("one"), true)
        yield* stopOne
        yield* TestClock.adjust("61 seconds")
        assert.include((yield* Effect.flip(store.claim(DetectorId.make("three"), 1))).message, "two")
        yield* TestClock.adjust("37 hours")
        const { expected, found, falseCalls } = yield* accuracyOfStoredCalls(fleet)
        assert.deepStrictEqual([found, falseCalls], [expected, []])
        yield* stopTwo
        yield* store.claim(DetectorId.make("three"), 1)
      }).pipe(Effect.provide(services))
  )

  it.effect("continues in memory during a storage outage, and stores the detections afterwards", () =>
    Effect.gen(function* () {
      const fleet = yield* prepareFleet
      let unavailable = false
      const real = yield* VesselStateStore
      const fault = new StorageError({ operation: "VesselStateStore", reason: "unavailable", cause: "down" })
      const unlessUnavailable = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | StorageError> =>
        Effect.suspend((): Effect.Effect<A, E | StorageError> => (unavailable ? Effect.fail(fault) : effect))
      const interruptible = VesselStateStore.of({
        ...real,
        claim: (detector, millis) => unlessUnavailable(real.claim(detector, millis)),
        save: (batch, detector) => unlessUnavailable(real.save(batch, detector))
      })
      const stop = yield* Effect.provideService(startDetection("one", fleet), VesselStateStore, interruptible)
      yield* TestClock.adjust("20 hours")
      unavailable = true
      const before = (yield* storedCalls).length
      yield* TestClock.adjust("20 hours")
      assert.strictEqual((yield* storedCalls).length, before)
      unavailable = false
      yield* TestClock.adjust("33 hours")
      const { expected, found, falseCalls } = yield* accuracyOfStoredCalls(fleet)
      assert.deepStrictEqual([found, falseCalls], [expected, []])
      yield* stop
    }).pipe(Effect.provide(services))
  )

  it.effect("ends the open port calls of vessels whose state it prunes", () =>
    Effect.gen(function* () {
      const fleet = yield* prepareFleet
      const [position] = fleet.positionReports
      assert.isDefined(position)
      // The silence of a vessel counts while others are received: this one is, a day after all others.
      const last = { ...position, mmsi: MmsiInteger.make(299_000_000), at: Instant.make(end + 30 * 60_000) }
      const received = { ...fleet, positionReports: [...fleet.positionReports, last] }
      const stop = yield* startDetection("one", received, { retentionDays: 1 })
      yield* TestClock.adjust("72 hours")
      const open = Effect.map(storedCalls, (calls) => calls.filter(({ endedAt }) => Option.isNone(endedAt)).length)
      assert.isAbove(yield* open, 0)
      yield* TestClock.adjust("24 hours")
      assert.isAbove(yield* open, 0)
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(yield* open, 0)
      yield* stop
    }).pipe(Effect.provide(services))
  )

  it.effect(
    "applies changes of the vessel registry within 10 minutes, and stores the last detections when it stops",
    () =>
      Effect.gen(function* () {
        const fleet = yield* prepareFleet
        const stop = yield* startDetection("one", fleet)
        const registry = yield* VesselRegistry
        const toVessel = Schema.decodeUnknownSync(Vessel)
        yield* registry.save(fleet.vessels.map(({ imo }) => toVessel({ imo, type: "roro" })))
        yield* TestClock.adjust("2 days")
        yield* stop
        const calls = yield* storedCalls
        assert.isAbove(calls.length, 5)
        assert.isTrue(
          calls.every(({ vessel }) => Option.contains(vessel.type, "roro") && vessel.typeSource === "registry")
        )
        const { states } = yield* (yield* VesselStateStore).load
        const newest = Math.max(...states.map(({ reorderBuffer }) => reorderBuffer.newest))
        assert.isAtLeast(newest, plan.start.epochMilliseconds / 1000 + 2 * 86_400 - 300)
      }).pipe(Effect.provide(services))
  )
})
