import { VesselStateStore } from "@landfall/core/congestion/VesselStateStore"
import { Effect, Layer, Result } from "effect"
import { MemoryState } from "./MemoryState.ts"
import { coverPorts, putCalls } from "./PortCalls.ts"

/** `VesselStateStore` on `MemoryState`. */
export const layer = Layer.effect(
  VesselStateStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return VesselStateStore.of({
      save: ({ states, calls, coverage }) =>
        state.transact(() => {
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
