import { assert, describe } from "@effect/vitest"
import {
  lastReceivedAtOf,
  newVesselState,
  type VesselState
} from "@landfall/core/congestion/detection/PortCallDetector"
import { DetectorId, FleetLeaseHeld } from "@landfall/core/congestion/fleet/FleetLease"
import { fleetPartOf } from "@landfall/core/congestion/fleet/FleetParts"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { detectCalls } from "../../fleet/DetectionAccuracy.ts"
import { fleetPlan } from "../../fleet/FleetPlan.ts"
import { simulateFleet } from "../../fleet/SimulatedFleet.ts"
import { sampleHour, samplePortCall } from "../../samples/CongestionSamples.ts"
import { assertSame } from "../suite/Assertions.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"

const byMmsi = (a: VesselState, b: VesselState): number => a.mmsi - b.mmsi

const stateAt = (n: number, hours: number): VesselState => {
  const fresh = newVesselState(MmsiInteger.make(200_000_000 + n))
  return { ...fresh, reorderBuffer: { ...fresh.reorderBuffer, newest: sampleHour(hours) / 1000 } }
}

const [DETECTOR, OTHER] = [DetectorId.make("one"), DetectorId.make("another")]
const LEASE = 60_000

const NOTHING = { states: [], removed: [], calls: [], coverage: [] }

/** The states of a simulated fleet, with vessels at sea, at anchor and in port. */
const statesOfFleet = Effect.map(
  simulateFleet(fleetPlan({ seed: "states", vessels: 30, days: 3, hasSharedAnchorages: true, silenceShare: 0.01 })),
  (fleet) => {
    const end = Instant.make(fleet.plan.start.epochMilliseconds + 3 * 86_400_000)
    return [...detectCalls(fleet.positionReports, makeZoneIndex(fleet.zones), end).states.values()]
  }
)

/** Registers the contract of `VesselStateStore`. */
export const vesselStateStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`VesselStateStore on ${name}`, () => {
    rule(layer, "loads states as they were last saved", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const states = yield* statesOfFleet
        yield* store.claim(DETECTOR, LEASE)
        yield* store.save({ ...NOTHING, states: states.map(({ mmsi }) => newVesselState(mmsi)) }, DETECTOR)
        yield* store.save({ ...NOTHING, states }, DETECTOR)
        const loaded = yield* store.load
        assert.strictEqual(loaded.unreadable, 0)
        assert.deepStrictEqual([...loaded.states].sort(byMmsi), states.toSorted(byMmsi))
      })
    )

    rule(layer, "deletes the states of the removed vessels of a batch, and stores its states", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const [first, second, third] = [stateAt(1, 0), stateAt(2, 0), stateAt(3, 0)]
        yield* store.claim(DETECTOR, LEASE)
        yield* store.save({ ...NOTHING, states: [first, second] }, DETECTOR)
        yield* store.save({ ...NOTHING, states: [third], removed: [first.mmsi, stateAt(4, 0).mmsi] }, DETECTOR)
        assertSame([...(yield* store.load).states].sort(byMmsi), [second, third])
      })
    )

    rule(layer, "stores a batch with its calls and days, and returns the changes", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const port = Unlocode.make("NLRTM")
        const coverage = [{ port, days: [7], lastReceivedAt: Option.some(sampleHour(0)) }]
        const batch = { ...NOTHING, states: [stateAt(1, 0)], calls: [samplePortCall(1)], coverage }
        yield* store.claim(DETECTOR, LEASE)
        assertSame(yield* store.save(batch, DETECTOR), [{ before: Option.none(), after: samplePortCall(1) }])
        assertSame(yield* store.save(batch, DETECTOR), [])
        const stored = yield* (yield* PortCallLog).changes(port, 0, sampleHour(-1000))
        assertSame([stored.calls, stored.coverage], [[samplePortCall(1)], coverage[0]])
      })
    )

    rule(
      layer,
      "only the holder of the fleet lease may save, and another detector may claim it once it has expired or been released",
      () =>
        Effect.gen(function* () {
          const store = yield* VesselStateStore
          const batch = { ...NOTHING, calls: [samplePortCall(1)] }
          const heldBy = (holder: DetectorId) => new FleetLeaseHeld({ holder: Option.some(holder) })
          assertSame(yield* Effect.flip(store.save(batch, DETECTOR)), new FleetLeaseHeld({ holder: Option.none() }))
          yield* store.claim(DETECTOR, LEASE)
          assertSame(yield* Effect.flip(store.claim(OTHER, LEASE)), heldBy(DETECTOR))
          assertSame(yield* Effect.flip(store.save(batch, OTHER)), heldBy(DETECTOR))
          yield* TestClock.adjust(LEASE - 1)
          yield* store.claim(DETECTOR, LEASE)
          yield* TestClock.adjust(LEASE - 1)
          assertSame(yield* Effect.flip(store.claim(OTHER, LEASE)), heldBy(DETECTOR))
          yield* TestClock.adjust(1)
          assert.strictEqual((yield* store.save(batch, DETECTOR)).length, 1)
          yield* store.claim(OTHER, LEASE)
          assertSame(yield* Effect.flip(store.save(batch, DETECTOR)), heldBy(OTHER))
          assertSame(yield* Effect.flip(store.claim(DETECTOR, LEASE)), heldBy(OTHER))
          yield* store.release(DETECTOR)
          assertSame(yield* Effect.flip(store.claim(DETECTOR, LEASE)), heldBy(OTHER))
          yield* store.release(OTHER)
          yield* store.claim(DETECTOR, LEASE)
        })
    )

    rule(layer, "divides the parts of a fleet among the detectors that compete, each with its lease", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const claimBy = (detector: DetectorId) => store.claimParts(detector, LEASE, 3)
        const holders = (...ids: ReadonlyArray<DetectorId | undefined>) => ids.map((id) => Option.fromUndefinedOr(id))
        assertSame(yield* store.partHolders, [])
        assertSame(yield* claimBy(DETECTOR), { parts: [1, 2, 3], surplus: [] })
        assertSame(yield* claimBy(OTHER), { parts: [], surplus: [] })
        assertSame(yield* claimBy(DETECTOR), { parts: [1, 2, 3], surplus: [2, 3] })
        yield* store.releaseParts(DETECTOR, [2, 3])
        assertSame(yield* store.partHolders, holders(DETECTOR, undefined, undefined))
        assertSame(yield* claimBy(OTHER), { parts: [2, 3], surplus: [] })
        assertSame(yield* store.partHolders, holders(DETECTOR, OTHER, OTHER))
        yield* TestClock.adjust(LEASE - 1)
        yield* claimBy(DETECTOR)
        yield* TestClock.adjust(1)
        assertSame(yield* store.partHolders, holders(DETECTOR, undefined, undefined))
        assertSame(yield* claimBy(DETECTOR), { parts: [1, 2, 3], surplus: [] })
        yield* claimBy(OTHER)
        yield* store.releaseParts(DETECTOR)
        assertSame(yield* claimBy(OTHER), { parts: [1, 2, 3], surplus: [] })
      })
    )

    rule(layer, "stores a batch only of the detector that holds the parts", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const heldBy = (holder: DetectorId) => new FleetLeaseHeld({ holder: Option.some(holder) })
        const saveBy = (detector: DetectorId, ...parts: ReadonlyArray<number>) =>
          store.save({ ...NOTHING, states: [stateAt(parts[0] ?? 0, 0)] }, detector, { count: 2, parts })
        assertSame(yield* Effect.flip(saveBy(DETECTOR, 1)), new FleetLeaseHeld({ holder: Option.none() }))
        yield* store.claimParts(DETECTOR, LEASE, 2)
        yield* store.claimParts(OTHER, LEASE, 2)
        yield* store.releaseParts(DETECTOR, [1])
        yield* store.claimParts(OTHER, LEASE, 2)
        yield* saveBy(OTHER, 1)
        yield* saveBy(DETECTOR, 2)
        assertSame(yield* Effect.flip(saveBy(DETECTOR, 1, 2)), heldBy(OTHER))
        assertSame(yield* Effect.flip(saveBy(OTHER, 2)), heldBy(DETECTOR))
        // An expired lease is valid until another detector claims the part.
        yield* TestClock.adjust(LEASE)
        yield* saveBy(DETECTOR, 2)
        yield* store.claimParts(OTHER, LEASE, 2)
        assertSame(yield* Effect.flip(saveBy(DETECTOR, 2)), heldBy(OTHER))
      })
    )

    rule(layer, "never leases the whole fleet and its parts, or two divisions, at the same time", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const divided = (count: number) => `processes that divide the fleet into ${count} parts`
        const holderOf = <A, R>(effect: Effect.Effect<A, FleetLeaseHeld | StorageError, R>) =>
          Effect.map(Effect.flip(effect), (error) =>
            error._tag === "FleetLeaseHeld" ? Option.getOrElse(error.holder, () => "nobody") : error._tag
          )
        const saveHalf = (detector: DetectorId) => store.save(NOTHING, detector, { count: 2, parts: [1] })
        yield* store.claim(DETECTOR, LEASE)
        assertSame(yield* holderOf(store.claimParts(OTHER, LEASE, 2)), "one")
        yield* store.release(DETECTOR)
        yield* store.claimParts(OTHER, LEASE, 2)
        assertSame(yield* holderOf(store.claim(DETECTOR, LEASE)), divided(2))
        assertSame(yield* holderOf(store.claimParts(DETECTOR, LEASE, 3)), divided(2))
        assertSame(yield* holderOf(store.save(NOTHING, DETECTOR)), divided(2))
        yield* saveHalf(OTHER)
        yield* TestClock.adjust(LEASE)
        yield* store.claimParts(DETECTOR, LEASE, 3)
        assertSame(yield* holderOf(saveHalf(OTHER)), divided(3))
        yield* store.releaseParts(DETECTOR)
        // The previous division is in use again, and its detector has to claim its parts again.
        yield* store.claimParts(DETECTOR, LEASE, 2)
        assertSame(yield* holderOf(saveHalf(OTHER)), "one")
        yield* TestClock.adjust(LEASE)
        yield* store.claim(OTHER, LEASE)
        assertSame(yield* holderOf(saveHalf(DETECTOR)), "another")
        yield* store.releaseParts(DETECTOR)
        yield* store.save(NOTHING, OTHER)
        assertSame(yield* store.partHolders, [])
      })
    )

    rule(layer, "loads and prunes the states of some parts, and finds the newest position of all", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        assertSame(yield* store.newestAt, Instant.make(0))
        yield* store.claim(DETECTOR, LEASE)
        const states = Array.from({ length: 60 }, (_, n) => stateAt(n * 977, -n))
        yield* store.save({ ...NOTHING, states }, DETECTOR)
        assertSame(yield* store.newestAt, sampleHour(0))
        const ofParts = (...parts: ReadonlyArray<number>) =>
          states.filter(({ mmsi }) => parts.includes(fleetPartOf(mmsi, 5)))
        const loadParts = (...parts: ReadonlyArray<number>) =>
          Effect.map(store.loadParts({ count: 5, parts }), (loaded) => [...loaded.states].sort(byMmsi))
        for (const part of [1, 2, 3, 4, 5]) assertSame(yield* loadParts(part), ofParts(part).toSorted(byMmsi))
        assertSame(yield* loadParts(1, 2, 3, 4, 5), states.toSorted(byMmsi))
        assertSame(yield* loadParts(), [])
        assert.strictEqual(yield* store.prune(sampleHour(1), { count: 5, parts: [] }), 0)
        const silent = ofParts(2, 4).filter((state) => lastReceivedAtOf(state) < sampleHour(-9))
        assert.isNotEmpty(silent)
        assert.strictEqual(yield* store.prune(sampleHour(-9), { count: 5, parts: [2, 4] }), silent.length)
        assert.strictEqual((yield* store.load).states.length, 60 - silent.length)
      })
    )

    rule(layer, "finds the state of one vessel", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        yield* store.claim(DETECTOR, LEASE)
        const state = stateAt(1, -5)
        yield* store.save({ ...NOTHING, states: [state, stateAt(2, -2)] }, DETECTOR)
        assertSame(yield* store.find(state.mmsi), Option.some(state))
        assertSame(yield* store.find(MmsiInteger.make(200_000_009)), Option.none())
      })
    )

    rule(layer, "finds the state of the vessel that transmitted an IMO number last", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        yield* store.claim(DETECTOR, LEASE)
        const [imo, other] = [ImoNumber.make("9811000"), ImoNumber.make("9321483")]
        const named = (state: VesselState, number: ImoNumber) => ({
          ...state,
          profile: { ...state.profile, imo: number }
        })
        const [earlier, later] = [named(stateAt(1, -5), imo), named(stateAt(2, -2), imo)]
        yield* store.save({ ...NOTHING, states: [earlier, later, stateAt(3, 0)] }, DETECTOR)
        assertSame(yield* store.findByImo(imo), Option.some(later))
        assertSame(yield* store.findByImo(other), Option.none())
        // The second vessel turns out to be another one.
        yield* store.save({ ...NOTHING, states: [named(later, other)] }, DETECTOR)
        assertSame(yield* store.findByImo(imo), Option.some(earlier))
        assertSame(yield* store.findByImo(other), Option.some(named(later, other)))
      })
    )

    rule(layer, "deletes withdrawn waits that ended before an instant, and no other record", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const log = yield* PortCallLog
        const waitOf = (n: number, endedHour: number, assignment: "withdrawn" | "shared" | undefined) => {
          const call = samplePortCall(n, { hours: [-100, endedHour] })
          return assignment === undefined ? call : { ...call, assignment }
        }
        const calls = [
          waitOf(1, -50, "withdrawn"),
          waitOf(2, -10, "withdrawn"),
          waitOf(3, -50, "shared"),
          waitOf(4, -50, undefined),
          waitOf(5, -50, undefined)
        ]
        yield* log.put([waitOf(1, -50, "shared"), waitOf(5, -50, "withdrawn")])
        // The port of the fifth became known afterwards: it is a call.
        yield* log.put(calls)
        assert.strictEqual(yield* store.pruneWaits(sampleHour(-20)), 1)
        assert.strictEqual(yield* store.pruneWaits(sampleHour(-20)), 0)
        const [first] = calls
        assert.isDefined(first)
        const remainingCalls = yield* log.calls(first.port, Instant.make(0), sampleHour(0))
        assertSame(
          remainingCalls.map(({ id }) => id).toSorted(),
          calls
            .slice(1)
            .map(({ id }) => id)
            .toSorted()
        )
      })
    )

    rule(layer, "prunes the states of silent vessels and retains the others", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        yield* store.claim(DETECTOR, LEASE)
        yield* store.save({ ...NOTHING, states: [stateAt(1, -5), stateAt(2, -2), stateAt(3, 0)] }, DETECTOR)
        assert.strictEqual(yield* store.prune(sampleHour(-2)), 1)
        const { states } = yield* store.load
        assertSame(
          states.map(({ mmsi }) => mmsi).toSorted(),
          [200_000_002, 200_000_003].map((mmsi) => MmsiInteger.make(mmsi))
        )
      })
    )
  })
}
