import { assert, describe } from "@effect/vitest"
import { newVesselState, type VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { DetectorId, FleetLeaseHeld } from "@landfall/core/congestion/fleet/FleetLease"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
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

const NOTHING = { states: [], calls: [], coverage: [] }

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

    rule(layer, "stores a batch with its calls and days, and returns the changes", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const port = Unlocode.make("NLRTM")
        const coverage = [{ port, days: [7], lastReceivedAt: Option.some(sampleHour(0)) }]
        const batch = { states: [stateAt(1, 0)], calls: [samplePortCall(1)], coverage }
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
        const left = yield* log.calls(first.port, Instant.make(0), sampleHour(0))
        assertSame(
          left.map(({ id }) => id).toSorted(),
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
