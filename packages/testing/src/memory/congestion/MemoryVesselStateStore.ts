import { isPrunableWait } from "@landfall/core/congestion/detection/PortCall"
import { lastReceivedAtOf } from "@landfall/core/congestion/detection/PortCallDetector"
import { holdsFleetLease } from "@landfall/core/congestion/fleet/FleetLease"
import {
  checkFleetParts,
  claimFleetParts,
  claimWholeFleet,
  FLEET_LEASE,
  type FleetLeases,
  type FleetParts,
  fleetPartOf,
  partHoldersOf,
  releaseFleetParts
} from "@landfall/core/congestion/fleet/FleetParts"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { Instant } from "@landfall/core/time/Instant"
import type { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Clock, Effect, Layer, Option, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"
import { addCoverage, putPortCalls } from "./PortCallRecording.ts"

const isOfParts =
  (parts: FleetParts | undefined) =>
  ({ mmsi }: { readonly mmsi: MmsiInteger }): boolean =>
    parts === undefined || parts.parts.includes(fleetPartOf(mmsi, parts.count))

/** `VesselStateStore` on `MemoryState`. */
export const layer = Layer.effect(
  VesselStateStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const currentLease = () => Option.fromUndefinedOr(state.fleetLeases.get(FLEET_LEASE))
    const leases = (): FleetLeases => new Map(state.fleetLeases.entries())
    const putLeases = (next: FleetLeases) => {
      for (const [name] of state.fleetLeases.entries()) if (!next.has(name)) state.fleetLeases.delete(name)
      for (const [name, lease] of next) state.fleetLeases.set(name, lease)
    }

    return VesselStateStore.of({
      claim: (detector, leaseMillis) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() => Result.map(claimWholeFleet(leases(), detector, now, leaseMillis), putLeases))
        ),
      claimParts: (detector, leaseMillis, count) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() =>
            Result.map(claimFleetParts(leases(), detector, count, now, leaseMillis), ({ leases: next, ...claim }) => {
              putLeases(next)
              return claim
            })
          )
        ),
      releaseParts: (detector, parts) =>
        state.transact(() => Result.succeed(putLeases(releaseFleetParts(leases(), detector, parts)))),
      partHolders: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        state.transact(() => Result.succeed(partHoldersOf(leases(), now)))
      ),
      release: (detector) =>
        state.transact(() => {
          if (holdsFleetLease(currentLease(), detector)) state.fleetLeases.delete(FLEET_LEASE)
          return Result.void
        }),
      save: ({ states, removed, calls, coverage }, detector, parts) =>
        state.transact(() =>
          Result.map(checkFleetParts(leases(), detector, parts), () => {
            const changes = putPortCalls(state, calls)
            addCoverage(state, coverage)
            for (const mmsi of removed) state.vesselStates.delete(mmsi)
            for (const vessel of states) state.vesselStates.set(vessel.mmsi, vessel)
            return changes
          })
        ),
      load: state.transact(() => Result.succeed({ states: state.vesselStates.values(), unreadable: 0 })),
      loadParts: (parts) =>
        state.transact(() =>
          Result.succeed({
            states: state.vesselStates.filter(isOfParts(parts)),
            unreadable: 0
          })
        ),
      newestAt: state.transact(() =>
        Result.succeed(Instant.make(Math.max(0, ...state.vesselStates.values().map(lastReceivedAtOf))))
      ),
      find: (mmsi) => state.transact(() => Result.succeed(Option.fromUndefinedOr(state.vesselStates.get(mmsi)))),
      findByImo: (imo) =>
        state.transact(() => {
          const withImo = state.vesselStates.filter(({ profile }) => profile.imo === imo)
          const [last] = withImo.toSorted((a, b) => lastReceivedAtOf(b) - lastReceivedAtOf(a) || a.mmsi - b.mmsi)
          return Result.succeed(Option.fromUndefinedOr(last))
        }),
      prune: (before, parts) =>
        state.transact(() => {
          const silent = state.vesselStates.filter(
            (vessel) => lastReceivedAtOf(vessel) < before && isOfParts(parts)(vessel)
          )
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
