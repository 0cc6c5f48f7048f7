import { Context, type Effect, Schema } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import { Port } from "./Port.ts"
import { Unlocode } from "./Unlocode.ts"

/** An operator-supplied port: one that the gazetteer does not list, or one whose position or name it overrides. */
export const OperatorPort = Schema.Struct({
  ...Port.fields,
  /** Further UN/LOCODEs that resolve to this port. */
  aliases: Schema.Array(Unlocode)
})
export type OperatorPort = typeof OperatorPort.Type

/** Stores operator-supplied ports, which take precedence over the bundled ones. */
export class PortStore extends Context.Service<
  PortStore,
  {
    /**
     * Stores ports, each replacing the stored one with the same code. Of two with the same code in `ports`, the later
     * wins.
     */
    readonly save: (ports: ReadonlyArray<OperatorPort>) => Effect.Effect<void, StorageError>
    /** Every stored port, in order of code. */
    readonly list: Effect.Effect<ReadonlyArray<OperatorPort>, StorageError>
    /** A number that grows with every `save`, 0 at first. A reader reloads the ports only when it has changed. */
    readonly revision: Effect.Effect<number, StorageError>
  }
>()("@landfall/core/geo/PortStore") {}
