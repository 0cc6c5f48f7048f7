import { Context, type Effect, Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"

/** The interval of the heartbeats of a worker. */
export const HEARTBEAT_MILLIS = 15_000

/** A worker that has stored nothing for longer has stopped or hangs: four heartbeats. */
export const SILENCE_MILLIS = 4 * HEARTBEAT_MILLIS

/**
 * The longest time for which a worker claims nothing. An idle worker claims once a minute, and a busy one when a send ends,
 * which takes at most half a minute.
 */
export const STALL_MILLIS = 120_000

/** A worker that has been silent for longer is removed: it was killed, and others have taken over. */
export const REMOVAL_MILLIS = 10 * 60_000

/** When a worker was last seen, by the clock that all processes of the storage share. */
export interface WorkerHeartbeat {
  readonly seenMillisAgo: number
  /** When the storage last responded to a claim of the worker; none before its first claim. */
  readonly claimedMillisAgo: Option.Option<number>
}

/** Whether a worker runs and claims. */
export const isActive = ({ seenMillisAgo, claimedMillisAgo }: WorkerHeartbeat): boolean =>
  seenMillisAgo <= SILENCE_MILLIS && Option.exists(claimedMillisAgo, (ago) => ago <= STALL_MILLIS)

/** The workers of a storage that are active, and those that are not. */
export const countWorkers = (
  heartbeats: ReadonlyArray<WorkerHeartbeat>
): { readonly active: number; readonly silent: number } => {
  const active = heartbeats.filter(isActive).length
  return { active, silent: heartbeats.length - active }
}

/** The workers of a storage, in any process, as each of them last reported. */
export class WorkerHeartbeats extends Context.Service<
  WorkerHeartbeats,
  {
    /**
     * Stores that a worker runs now, and the time since its last claim. Removes workers that are silent for
     * `REMOVAL_MILLIS`.
     */
    readonly beat: (worker: string, claimedMillisAgo: Option.Option<number>) => Effect.Effect<void, StorageError>
    /** Removes a worker that stops. */
    readonly leave: (worker: string) => Effect.Effect<void, StorageError>
    /** When each worker was last seen. */
    readonly list: Effect.Effect<ReadonlyArray<WorkerHeartbeat>, StorageError>
  }
>()("@landfall/core/alerts/dispatch/WorkerHeartbeats") {}
