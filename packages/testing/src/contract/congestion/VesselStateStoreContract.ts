import { assert, describe } from "@effect/vitest"
import { newVesselState, type VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import {
  DetectorId,
  FleetLeaseHeld,
  NO_DETECTOR,
  VesselStateStore
} from "@landfall/core/congestion/detection/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
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

const [WATCHER, OTHER] = [DetectorId.make("one"), DetectorId.make("another")]
const LEASE = 60_000

const NOTHING = { states: [], calls: [], coverage: [] }

/** The states of ships at sea, at anchor and in port, as a fleet leaves them. */
const statesOfFleet = Effect.map(
  simulateFleet(fleetPlan({ seed: "states", ships: 30, days: 3, hasSharedAnchorages: true, silenceShare: 0.01 })),
  (fleet) => {
    const end = Instant.make(fleet.plan.start.epochMilliseconds + 3 * 86_400_000)
    return [...detectCalls(fleet.positionReports, makeZoneIndex(fleet.zones), end).states.values()]
  }
)

/** What every `VesselStateStore` does. */
export const vesselStateStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`VesselStateStore on ${name}`, () => {
    rule(layer, "states come back as they were saved last", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const states = yield* statesOfFleet
        yield* store.claim(WATCHER, LEASE)
        yield* store.save({ ...NOTHING, states: states.map(({ mmsi }) => newVesselState(mmsi)) }, WATCHER)
        yield* store.save({ ...NOTHING, states }, WATCHER)
        const loaded = yield* store.load
        assert.strictEqual(loaded.unreadable, 0)
        assert.deepStrictEqual([...loaded.states].sort(byMmsi), states.toSorted(byMmsi))
      })
    )

    rule(layer, "a batch is stored with its calls and days, and answers what changed", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const port = Unlocode.make("NLRTM")
        const coverage = [{ port, days: [7], lastReceivedAt: Option.some(sampleHour(0)) }]
        const batch = { states: [stateAt(1, 0)], calls: [samplePortCall(1)], coverage }
        yield* store.claim(WATCHER, LEASE)
        assertSame(yield* store.save(batch, WATCHER), [{ before: Option.none(), after: samplePortCall(1) }])
        assertSame(yield* store.save(batch, WATCHER), [])
        const stored = yield* (yield* PortCallLog).changes(port, 0, sampleHour(-1000))
        assertSame([stored.calls, stored.coverage], [[samplePortCall(1)], coverage[0]])
      })
    )

    rule(layer, "one watcher at a time may save: another waits until its time is over or it gives the watch back", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        const batch = { ...NOTHING, calls: [samplePortCall(1)] }
        const refused = { by: (watcher: DetectorId) => new FleetLeaseHeld({ watcher }) }
        assertSame(yield* Effect.flip(store.save(batch, WATCHER)), refused.by(NO_DETECTOR))
        yield* store.claim(WATCHER, LEASE)
        assertSame(yield* Effect.flip(store.claim(OTHER, LEASE)), refused.by(WATCHER))
        assertSame(yield* Effect.flip(store.save(batch, OTHER)), refused.by(WATCHER))
        yield* TestClock.adjust(LEASE - 1)
        yield* store.claim(WATCHER, LEASE)
        yield* TestClock.adjust(LEASE - 1)
        assertSame(yield* Effect.flip(store.claim(OTHER, LEASE)), refused.by(WATCHER))
        yield* TestClock.adjust(1)
        assert.strictEqual((yield* store.save(batch, WATCHER)).length, 1)
        yield* store.claim(OTHER, LEASE)
        assertSame(yield* Effect.flip(store.save(batch, WATCHER)), refused.by(OTHER))
        assertSame(yield* Effect.flip(store.claim(WATCHER, LEASE)), refused.by(OTHER))
        yield* store.release(WATCHER)
        assertSame(yield* Effect.flip(store.claim(WATCHER, LEASE)), refused.by(OTHER))
        yield* store.release(OTHER)
        yield* store.claim(WATCHER, LEASE)
      })
    )

    rule(layer, "ships not heard since are forgotten, and the others kept", () =>
      Effect.gen(function* () {
        const store = yield* VesselStateStore
        yield* store.claim(WATCHER, LEASE)
        yield* store.save({ ...NOTHING, states: [stateAt(1, -5), stateAt(2, -2), stateAt(3, 0)] }, WATCHER)
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
