import { Context, type Effect } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"

/** As many due deliveries are counted; beyond it there are that many at least. */
export const MAX_DUE_COUNTED = 10_000

/** What waits to be sent and could be sent now, over all accounts and workers. */
export interface Backlog {
  /** Deliveries that are due, `MAX_DUE_COUNTED` at most. */
  readonly due: number
  /** How long the delivery that is due the longest has been, in milliseconds; 0 when none is. */
  readonly oldestDueMillis: number
}

/** How far deliveries are behind. */
export class DueBacklog extends Context.Service<
  DueBacklog,
  {
    /** Reads no more rows than it counts, however many there are. */
    readonly measure: Effect.Effect<Backlog, StorageError>
  }
>()("@landfall/core/alerts/delivery/DueBacklog") {}
