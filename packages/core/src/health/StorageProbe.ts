import { Context, type Effect, type Option } from "effect"

/**
 * The problem of the storage that a probe found: it does not respond in time; it accepts no writes; its file is missing
 * or was replaced; or its content is damaged.
 */
export type StorageProblem = "unavailable" | "unwritable" | "moved" | "damaged"

/** Tests the storage by a write and a read. */
export class StorageProbe extends Context.Service<
  StorageProbe,
  {
    /** Stores the current instant and reads it again, from the disk where possible. None when it works. */
    readonly run: Effect.Effect<Option.Option<StorageProblem>>
  }
>()("@landfall/core/health/StorageProbe") {}
