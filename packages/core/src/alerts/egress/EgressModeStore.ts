import { Context, type Effect, type Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { StoredEgressMode } from "./EgressMode.ts"
import type { Listener } from "./Listener.ts"

/** The mode and the listeners of a database at one moment. */
export interface StoredEgress {
  readonly mode: Option.Option<StoredEgressMode>
  /** The addresses on which the processes of this database listen. */
  readonly listeners: ReadonlyArray<Listener>
}

/** Decides the mode by the stored one and the listeners of the other processes. */
export type EgressModeChange = (stored: StoredEgress) => Option.Option<StoredEgressMode>

/** The egress mode of a database, and the addresses of its servers and workers. Instants in milliseconds since the epoch. */
export class EgressModeStore extends Context.Service<
  EgressModeStore,
  {
    /** The stored mode, and the listeners of the processes that were seen at `since` or later. */
    readonly read: (since: number) => Effect.Effect<StoredEgress, StorageError>
    /** Changes the mode in one transaction and returns it. */
    readonly modify: (
      since: number,
      change: EgressModeChange
    ) => Effect.Effect<Option.Option<StoredEgressMode>, StorageError>
    /** Makes the deliveries due that wait for a wider mode. Each process calls it once it follows such a mode. */
    readonly resume: Effect.Effect<void, StorageError>
    /** Stores that a process listens on these addresses at `at`, in place of its earlier ones, and removes those of processes last seen before `expired`. */
    readonly announce: (
      process: string,
      listeners: ReadonlyArray<Listener>,
      at: number,
      expired: number
    ) => Effect.Effect<void, StorageError>
  }
>()("@landfall/core/alerts/egress/EgressModeStore") {}
