import { type Vessel, vesselTypeOf } from "@landfall/core/vessels/Vessel"
import { reconcileVessels, VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { Effect, Layer, Option, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"

/** `VesselRegistry` on `MemoryState`. */
export const layer = Layer.effect(
  VesselRegistry,
  Effect.gen(function* () {
    const { transact, vesselsByImo, vesselsByMmsi } = yield* MemoryState

    const findStored = ({ imo, mmsi }: Vessel): ReadonlyArray<Vessel> => [
      ...(imo === undefined ? [] : [vesselsByImo.get(imo)]).flatMap((vessel) => vessel ?? []),
      ...(mmsi === undefined ? [] : [vesselsByMmsi.get(mmsi)]).flatMap((vessel) => vessel ?? [])
    ]
    const remove = ({ imo, mmsi }: Vessel): void => {
      if (imo !== undefined) vesselsByImo.delete(imo)
      if (mmsi !== undefined) vesselsByMmsi.delete(mmsi)
    }
    const add = (vessel: Vessel): void => {
      if (vessel.imo !== undefined) vesselsByImo.set(vessel.imo, vessel)
      if (vessel.mmsi !== undefined) vesselsByMmsi.set(vessel.mmsi, vessel)
    }

    return VesselRegistry.of({
      find: (identity) =>
        transact(() =>
          Result.succeed(
            Option.fromUndefinedOr(
              identity._tag === "Imo" ? vesselsByImo.get(identity.imo) : vesselsByMmsi.get(identity.mmsi)
            )
          )
        ),
      save: (vessels) =>
        transact(() => {
          const before = [...new Set(vessels.flatMap(findStored))]
          for (const vessel of before) remove(vessel)
          for (const vessel of reconcileVessels(before, vessels)) add(vessel)
          return Result.void
        }),
      listTyped: transact(() =>
        Result.succeed(
          [...new Set([...vesselsByImo.values(), ...vesselsByMmsi.values()])].flatMap((vessel) =>
            Option.toArray(
              Option.map(vesselTypeOf(vessel), (type) => ({
                imo: Option.fromUndefinedOr(vessel.imo),
                mmsi: Option.fromUndefinedOr(vessel.mmsi),
                type
              }))
            )
          )
        )
      ),
      count: transact(() =>
        Result.succeed(vesselsByImo.size + vesselsByMmsi.filter(({ imo }) => imo === undefined).length)
      )
    })
  })
)
