import { FleetLeaseHeld, NO_DETECTOR, VesselStateStore } from "@landfall/core/congestion/detection/VesselStateStore"
import { Clock, Effect, Layer, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"
import { putPortCalls, recordCoverage } from "./PortCallRecording.ts"

const FLEET_LEASE_NAME = "fleet"

/** `VesselStateStore` on `MemoryState`. */
export const layer = Layer.effect(
  VesselStateStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return VesselStateStore.of({
      claim: (watcher, leaseMillis) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() => {
            const held = state.fleetLeases.get(FLEET_LEASE_NAME)
            if (held !== undefined && held.watcher !== watcher && held.until > now) {
              return Result.fail(new FleetLeaseHeld({ watcher: held.watcher }))
            }
            state.fleetLeases.set(FLEET_LEASE_NAME, { watcher, until: now + leaseMillis })
            return Result.void
          })
        ),
      release: (watcher) =>
        state.transact(() => {
          if (state.fleetLeases.get(FLEET_LEASE_NAME)?.watcher === watcher) state.fleetLeases.delete(FLEET_LEASE_NAME)
          return Result.void
        }),
      save: ({ states, calls, coverage }, watcher) =>
        state.transact(() => {
          const held = state.fleetLeases.get(FLEET_LEASE_NAME)
          if (held?.watcher !== watcher)
            return Result.fail(new FleetLeaseHeld({ watcher: held?.watcher ?? NO_DETECTOR }))
          const changes = putPortCalls(state, calls)
          recordCoverage(state, coverage)
          for (const vessel of states) state.vesselStates.set(vessel.mmsi, vessel)
          return Result.succeed(changes)
        }),
      load: state.transact(() => Result.succeed({ states: state.vesselStates.values(), unreadable: 0 })),
      prune: (before) =>
        state.transact(() => {
          const unheard = state.vesselStates.filter(({ reorderBuffer }) => reorderBuffer.newest * 1000 < before)
          for (const { mmsi } of unheard) state.vesselStates.delete(mmsi)
          return Result.succeed(unheard.length)
        })
    })
  })
)
