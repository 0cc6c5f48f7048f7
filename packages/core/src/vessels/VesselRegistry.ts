import { Context, Effect, Layer, Option } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import type { ImoNumber } from "./ImoNumber.ts"
import type { Mmsi } from "./Mmsi.ts"
import { mergeVessel, type Vessel, vesselTypeOf } from "./Vessel.ts"
import type { VesselIdentity } from "./VesselIdentity.ts"
import type { VesselType } from "./VesselType.ts"

/** The identifiers and the type (`vesselTypeOf`) of a vessel. */
export interface TypedVessel {
  readonly imo: Option.Option<ImoNumber>
  readonly mmsi: Option.Option<Mmsi>
  readonly type: VesselType
}

/** Stores the records of vessels. */
export class VesselRegistry extends Context.Service<
  VesselRegistry,
  {
    /** Returns the record of a vessel; none when the vessel is unknown. */
    readonly find: (identity: VesselIdentity) => Effect.Effect<Option.Option<Vessel>, StorageError>
    /**
     * Merges records into the registry, all or none, by the rules of `reconcileVessels`. Records are applied in order.
     */
    readonly save: (vessels: ReadonlyArray<Vessel>) => Effect.Effect<void, StorageError>
    /** The number of vessels in the registry. */
    readonly count: Effect.Effect<number, StorageError>
    /** The identifiers and type of every vessel whose type is known. */
    readonly listTyped: Effect.Effect<ReadonlyArray<TypedVessel>, StorageError>
  }
>()("@landfall/core/vessels/VesselRegistry") {
  /** A registry in memory that begins with these vessels, for programs without a database. */
  static readonly inMemory = (vessels: ReadonlyArray<Vessel> = []): Layer.Layer<VesselRegistry> =>
    Layer.sync(VesselRegistry, () => {
      let records = reconcileVessels([], vessels)
      return VesselRegistry.of({
        find: (identity) =>
          Effect.sync(() =>
            Option.fromUndefinedOr(
              records.find(({ imo, mmsi }) => (identity._tag === "Imo" ? imo === identity.imo : mmsi === identity.mmsi))
            )
          ),
        save: (added) =>
          Effect.sync(() => {
            records = reconcileVessels(records, added)
          }),
        count: Effect.sync(() => records.length),
        listTyped: Effect.sync(() => records.flatMap(typedVesselOf))
      })
    })
}

const typedVesselOf = (vessel: Vessel): ReadonlyArray<TypedVessel> =>
  Option.toArray(
    Option.map(vesselTypeOf(vessel), (type) => ({
      imo: Option.fromUndefinedOr(vessel.imo),
      mmsi: Option.fromUndefinedOr(vessel.mmsi),
      type
    }))
  )

const withoutMmsi = ({ mmsi, ...vessel }: Vessel): Vessel => vessel

/**
 * Merges records into the vessels that they concern. `known` are the stored vessels that share an IMO number or MMSI
 * with any record of `added`. Returns all of them, changed, joined or unchanged, and the new ones.
 */
export const reconcileVessels = (
  existing: ReadonlyArray<Vessel>,
  added: ReadonlyArray<Vessel>
): ReadonlyArray<Vessel> => {
  // An IMO number belongs to a vessel for life. An MMSI belongs to the flag and passes from vessel to vessel: the
  // latest record that names it decides, and the former holder loses it. A vessel known by an MMSI alone becomes part
  // of the vessel that a record names with that MMSI and an IMO number.
  const vessels = new Set<Vessel>()
  const byImo = new Map<string, Vessel>()
  const byMmsi = new Map<string, Vessel>()

  const add = (vessel: Vessel): void => {
    vessels.add(vessel)
    if (vessel.imo !== undefined) byImo.set(vessel.imo, vessel)
    if (vessel.mmsi !== undefined) byMmsi.set(vessel.mmsi, vessel)
  }
  const remove = (vessel: Vessel): void => {
    vessels.delete(vessel)
    if (vessel.imo !== undefined) byImo.delete(vessel.imo)
    if (vessel.mmsi !== undefined) byMmsi.delete(vessel.mmsi)
  }

  for (const vessel of existing) add(vessel)
  for (const vessel of added) {
    const byImoNumber = vessel.imo === undefined ? undefined : byImo.get(vessel.imo)
    const byMmsiNumber = vessel.mmsi === undefined ? undefined : byMmsi.get(vessel.mmsi)
    if (byImoNumber !== undefined) remove(byImoNumber)
    if (byMmsiNumber !== undefined && byMmsiNumber !== byImoNumber) remove(byMmsiNumber)
    const isAnotherVessel =
      byMmsiNumber?.imo !== undefined && vessel.imo !== undefined && byMmsiNumber.imo !== vessel.imo
    if (byMmsiNumber !== undefined && isAnotherVessel) add(withoutMmsi(byMmsiNumber))
    const earlier = isAnotherVessel || byMmsiNumber === byImoNumber ? [byImoNumber] : [byMmsiNumber, byImoNumber]
    add(earlier.reduce<Vessel>((merged, one) => (one === undefined ? merged : mergeVessel(one, merged)), vessel))
  }
  return [...vessels]
}
