import { isPrunableWait } from "@landfall/core/congestion/detection/PortCall"
import { lastReceivedAtOf } from "@landfall/core/congestion/detection/PortCallDetector"
import { checkFleetLease, claimFleetLease, holdsFleetLease } from "@landfall/core/congestion/fleet/FleetLease"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { Clock, Effect, Layer, Option, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"
import { addCoverage, putPortCalls } from "./PortCallRecording.ts"

const FLEET_LEASE_NAME = "fleet"

/** Implements `VesselStateStore` on `MemoryState`. */
export const layer = Layer.effect(
  VesselStateStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const currentLease = () => Option.fromUndefinedOr(state.fleetLeases.get(FLEET_LEASE_NAME))

    return VesselStateStore.of({
      claim: (detector, leaseMillis) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() =>
            Result.map(claimFleetLease(currentLease(), detector, now, leaseMillis), (lease) => {
              state.fleetLeases.set(FLEET_LEASE_NAME, lease)
            })
          )
        ),
      release: (detector) =>
        state.transact(() => {
          if (holdsFleetLease(currentLease(), detector)) state.fleetLeases.delete(FLEET_LEASE_NAME)
          return Result.void
        }),
      save: ({ states, calls, coverage }, detector) =>
        state.transact(() =>
          Result.map(checkFleetLease(currentLease(), detector), () => {
            const changes = putPortCalls(state, calls)
            addCoverage(state, coverage)
            for (const vessel of states) state.vesselStates.set(vessel.mmsi, vessel)
            return changes
          })
        ),
      load: state.transact(() => Result.succeed({ states: state.vesselStates.values(), unreadable: 0 })),
      find: (mmsi) => state.transact(() => Result.succeed(Option.fromUndefinedOr(state.vesselStates.get(mmsi)))),
      findByImo: (imo) =>
        state.transact(() => {
          const known = state.vesselStates.filter(({ profile }) => profile.imo === imo)
          const [last] = known.toSorted((a, b) => lastReceivedAtOf(b) - lastReceivedAtOf(a) || a.mmsi - b.mmsi)
          return Result.succeed(Option.fromUndefinedOr(last))
        }),
      prune: (before) =>
        state.transact(() => {
          const silent = state.vesselStates.filter((vessel) => lastReceivedAtOf(vessel) < before)
          for (const { mmsi } of silent) state.vesselStates.delete(mmsi)
          return Result.succeed(silent.length)
        }),
      pruneWaits: (before) =>
        state.transact(() => {
          const waits = state.portCalls.values().filter(({ call }) => isPrunableWait(call, before))
          for (const { call } of waits) state.portCalls.delete(call.id)
          return Result.succeed(waits.length)
        })
    })
  })
)
