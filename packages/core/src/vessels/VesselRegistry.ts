import { Context, type Effect, type Option } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import type { ImoNumber } from "./ImoNumber.ts"
import type { Mmsi } from "./Mmsi.ts"
import { mergeVessel, type Vessel } from "./Vessel.ts"
import type { VesselIdentity } from "./VesselIdentity.ts"
import type { VesselType } from "./VesselType.ts"

/** A ship's numbers, and what it carries (`vesselTypeOf`). */
export interface TypedVessel {
  readonly imo: Option.Option<ImoNumber>
  readonly mmsi: Option.Option<Mmsi>
  readonly type: VesselType
}

/** The ships that are known. */
export class VesselRegistry extends Context.Service<
  VesselRegistry,
  {
    /** What is known of a ship; none when nothing is. */
    readonly find: (identity: VesselIdentity) => Effect.Effect<Option.Option<Vessel>, StorageError>
    /**
     * Learns what is said of ships, all or nothing: see `reconcileVessels`. Later ones of the list come after earlier ones.
     */
    readonly save: (vessels: ReadonlyArray<Vessel>) => Effect.Effect<void, StorageError>
    /** How many ships are known. */
    readonly count: Effect.Effect<number, StorageError>
    /** The numbers of every ship of which it is known what it carries. */
    readonly listTyped: Effect.Effect<ReadonlyArray<TypedVessel>, StorageError>
  }
>()("@landfall/core/vessels/VesselRegistry") {}

const withoutMmsi = ({ mmsi, ...vessel }: Vessel): Vessel => vessel

/**
 * The ships as they stand after more was said of them. `known` are the ships that share an IMO number or MMSI with any
 * of `said`; they come back changed, joined, or as they were, with the new ones.
 *
 * An IMO number is a ship's for life. An MMSI belongs to the flag and passes from ship to ship: whoever was named with
 * it last has it, and it is gone from the ship before. What was known under an MMSI alone becomes part of the ship that
 * is named with that MMSI and an IMO number.
 */
export const reconcileVessels = (known: ReadonlyArray<Vessel>, said: ReadonlyArray<Vessel>): ReadonlyArray<Vessel> => {
  const vessels = new Set<Vessel>()
  const byImo = new Map<string, Vessel>()
  const byMmsi = new Map<string, Vessel>()

  const put = (vessel: Vessel): void => {
    vessels.add(vessel)
    if (vessel.imo !== undefined) byImo.set(vessel.imo, vessel)
    if (vessel.mmsi !== undefined) byMmsi.set(vessel.mmsi, vessel)
  }
  const take = (vessel: Vessel): void => {
    vessels.delete(vessel)
    if (vessel.imo !== undefined) byImo.delete(vessel.imo)
    if (vessel.mmsi !== undefined) byMmsi.delete(vessel.mmsi)
  }

  for (const vessel of known) put(vessel)
  for (const vessel of said) {
    const ofImo = vessel.imo === undefined ? undefined : byImo.get(vessel.imo)
    const ofMmsi = vessel.mmsi === undefined ? undefined : byMmsi.get(vessel.mmsi)
    if (ofImo !== undefined) take(ofImo)
    if (ofMmsi !== undefined && ofMmsi !== ofImo) take(ofMmsi)
    const isOfAnotherShip = ofMmsi?.imo !== undefined && vessel.imo !== undefined && ofMmsi.imo !== vessel.imo
    if (ofMmsi !== undefined && isOfAnotherShip) put(withoutMmsi(ofMmsi))
    const earlier = isOfAnotherShip || ofMmsi === ofImo ? [ofImo] : [ofMmsi, ofImo]
    put(earlier.reduce<Vessel>((learned, one) => (one === undefined ? learned : mergeVessel(one, learned)), vessel))
  }
  return [...vessels]
}
