import { Context, type Effect } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"

/** The highest count of due deliveries; at this count there may be more. */
export const MAX_DUE_COUNTED = 10_000

/** The deliveries that are due, over all accounts and workers. */
export interface Backlog {
  /** Deliveries that are due, `MAX_DUE_COUNTED` at most. */
  readonly due: number
  /** The time for which the oldest of them has been due, in milliseconds; 0 when none is due. */
  readonly oldestDueMillis: number
}

/** Measures the backlog of deliveries. */
export class DueBacklog extends Context.Service<
  DueBacklog,
  {
    /** Reads no more rows than `MAX_DUE_COUNTED`. */
    readonly measure: Effect.Effect<Backlog, StorageError>
  }
>()("@landfall/core/alerts/delivery/DueBacklog") {}
