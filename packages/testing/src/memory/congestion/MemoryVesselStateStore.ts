import { FleetWatched, NOBODY, VesselStateStore } from "@landfall/core/congestion/detection/VesselStateStore"
import { Clock, Effect, Layer, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"
import { coverPorts, putCalls } from "./PortCalls.ts"

const FLEET = "fleet"

/** `VesselStateStore` on `MemoryState`. */
export const layer = Layer.effect(
  VesselStateStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return VesselStateStore.of({
      claim: (watcher, leaseMillis) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() => {
            const held = state.watches.get(FLEET)
            if (held !== undefined && held.watcher !== watcher && held.until > now) {
              return Result.fail(new FleetWatched({ watcher: held.watcher }))
            }
            state.watches.set(FLEET, { watcher, until: now + leaseMillis })
            return Result.void
          })
        ),
      release: (watcher) =>
        state.transact(() => {
          if (state.watches.get(FLEET)?.watcher === watcher) state.watches.delete(FLEET)
          return Result.void
        }),
      save: ({ states, calls, coverage }, watcher) =>
        state.transact(() => {
          const held = state.watches.get(FLEET)
          if (held?.watcher !== watcher) return Result.fail(new FleetWatched({ watcher: held?.watcher ?? NOBODY }))
          const changes = putCalls(state, calls)
          coverPorts(state, coverage)
          for (const vessel of states) state.vesselStates.set(vessel.mmsi, vessel)
          return Result.succeed(changes)
        }),
      load: state.transact(() => Result.succeed({ states: state.vesselStates.values(), unreadable: 0 })),
      forget: (before) =>
        state.transact(() => {
          const unheard = state.vesselStates.filter(({ waiting }) => waiting.newest * 1000 < before)
          for (const { mmsi } of unheard) state.vesselStates.delete(mmsi)
          return Result.succeed(unheard.length)
        })
    })
  })
)
