import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"

/** How many days messages are kept with their deliveries and attempts, unless the operator says otherwise. */
export const RETENTION_DAYS = 90

/**
 * What is removed when it is past its time: messages with their deliveries and attempts, the hourly figures of
 * endpoints, and tasks that send again.
 */
export const Prunable = Schema.Literals(["messages", "hours", "tasks"])
export type Prunable = typeof Prunable.Type

/** What one step of pruning came to. */
export interface PruneResult {
  readonly removed: number
  /** Where the next step of this pass begins; none when the pass has come to its end. */
  readonly next: Option.Option<string>
}

/** Removes what is past its time, in steps so small that nobody waits for them. */
export class Retention extends Context.Service<
  Retention,
  {
    /**
     * Looks at up to `limit` in the order of their ids, in one transaction, and removes those that are older than
     * `before`: messages made before, hours that began before, tasks that ended before. A message with a delivery that is
     * not finished stays, with all that belongs to it, and so does a task that is not.
     *
     * @param after where the step before has left off; an empty text for the first of a pass
     */
    readonly prune: (
      what: Prunable,
      before: DateTime.Utc,
      after: string,
      limit: number
    ) => Effect.Effect<PruneResult, StorageError>
  }
>()("@landfall/core/alerts/operations/Retention") {}
