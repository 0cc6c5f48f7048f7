import { Context, type Effect, type Option, Schema } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Count } from "../../listing/Count.ts"
import { VesselClass } from "../../vessels/VesselClass.ts"
import { type Zone, ZoneId } from "./Zone.ts"

/** No zone has this id. */
export class ZoneNotFound extends Schema.TaggedError<ZoneNotFound>()("ZoneNotFound", { id: ZoneId }) {}

/** The number of berths of a port for a class of vessels, as its operator sets it. */
export const BerthCapacity = Schema.Struct({ port: Unlocode, vesselClass: VesselClass, berths: Count })
export type BerthCapacity = typeof BerthCapacity.Type

/** Tests whether a capacity removes the setting, so that the count is learned from history again. */
export const removesBerthSetting = ({ berths }: BerthCapacity): boolean => berths === 0

/** Orders the capacities of a port by class, in the order of `VesselClass`. */
export const compareBerthCapacities = (a: BerthCapacity, b: BerthCapacity): number =>
  VesselClass.literals.indexOf(a.vesselClass) - VesselClass.literals.indexOf(b.vesselClass)

/**
 * Stores the operator's zones, the proposed zones that await review, and the numbers of berths that the operator sets.
 */
export class ZoneStore extends Context.Service<
  ZoneStore,
  {
    /** Stores zones, each replacing the one with the same id, in one transaction. */
    readonly put: (zones: ReadonlyArray<Zone>) => Effect.Effect<void, StorageError>
    /** Every zone in order of id; those of one port when it is given. */
    readonly list: (port: Option.Option<Unlocode>) => Effect.Effect<ReadonlyArray<Zone>, StorageError>
    /** Accepts a proposed zone. Accepting an accepted zone changes nothing. */
    readonly accept: (id: ZoneId) => Effect.Effect<Zone, ZoneNotFound | StorageError>
    /** Deletes a zone. */
    readonly remove: (id: ZoneId) => Effect.Effect<void, ZoneNotFound | StorageError>
    /**
     * Sets the number of berths of a port for a class of vessels; 0 removes the setting, so that the count is learned
     * from history.
     */
    readonly setBerths: (capacity: BerthCapacity) => Effect.Effect<void, StorageError>
    /** The numbers of berths set for a port, in the order of `VesselClass`. */
    readonly berths: (port: Unlocode) => Effect.Effect<ReadonlyArray<BerthCapacity>, StorageError>
    /** A number that grows with every change, 0 at first. */
    readonly revision: Effect.Effect<number, StorageError>
  }
>()("@landfall/core/congestion/zones/ZoneStore") {}
