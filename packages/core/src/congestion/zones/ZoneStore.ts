import { Context, type Effect, type Option, Schema } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Count } from "../../listing/Count.ts"
import { VesselClass } from "../../vessels/VesselClass.ts"
import { type Zone, ZoneId } from "./Zone.ts"

export class ZoneNotFound extends Schema.TaggedError<ZoneNotFound>()("ZoneNotFound", { id: ZoneId }) {}

/** How many berths a port has for ships of a class, as its operator says. */
export const BerthCapacity = Schema.Struct({ port: Unlocode, vesselClass: VesselClass, berths: Count })
export type BerthCapacity = typeof BerthCapacity.Type

/** The zones that the operator has drawn or is to look at, and the berths that he has counted. */
export class ZoneStore extends Context.Service<
  ZoneStore,
  {
    /** Puts zones in, over those of the same id, in one transaction. */
    readonly put: (zones: ReadonlyArray<Zone>) => Effect.Effect<void, StorageError>
    /** Every zone, by id; those of one port when it is named. */
    readonly list: (port: Option.Option<Unlocode>) => Effect.Effect<ReadonlyArray<Zone>, StorageError>
    /** Accepts a proposed zone. Accepting again changes nothing. */
    readonly accept: (id: ZoneId) => Effect.Effect<Zone, ZoneNotFound | StorageError>
    readonly remove: (id: ZoneId) => Effect.Effect<void, ZoneNotFound | StorageError>
    /** Sets how many berths a port has for a class; 0 leaves it to history again. */
    readonly setBerths: (capacity: BerthCapacity) => Effect.Effect<void, StorageError>
    /** What was set for a port, by class. */
    readonly berths: (port: Unlocode) => Effect.Effect<ReadonlyArray<BerthCapacity>, StorageError>
    /** A number that grows with every change. 0 at first. */
    readonly revision: Effect.Effect<number, StorageError>
  }
>()("@landfall/core/congestion/zones/ZoneStore") {}
