import { Context, type Effect, Schema } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import { Port } from "./Port.ts"
import { Unlocode } from "./Unlocode.ts"

/** A port that an operator places: one that nobody else knows, or a known one put elsewhere or named otherwise. */
export const OperatorPort = Schema.Struct({
  ...Port.fields,
  /** Other codes that mean this port. */
  aliases: Schema.Array(Unlocode)
})
export type OperatorPort = typeof OperatorPort.Type

/** The ports that an operator keeps, which stand before those that come with the package. */
export class PortStore extends Context.Service<
  PortStore,
  {
    /** Keeps ports, each in the place of the one of its code; of two with one code the later counts. */
    readonly save: (ports: ReadonlyArray<OperatorPort>) => Effect.Effect<void, StorageError>
    /** Every port kept, by code. */
    readonly list: Effect.Effect<ReadonlyArray<OperatorPort>, StorageError>
    /** A number that grows whenever ports are saved, 0 at first: who has seen it need not read the ports again. */
    readonly revision: Effect.Effect<number, StorageError>
  }
>()("@landfall/core/geo/PortStore") {}
