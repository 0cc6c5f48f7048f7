import type { UsageCount } from "@landfall/core/usage/Usage"
import { Context, Effect } from "effect"

/**
 * Receives the counts of calls of accounts that leave or have left this cell, which the cell that serves them is to
 * store. Without cells there are none.
 */
export const LateUsage = Context.Reference<{
  readonly add: (counts: ReadonlyArray<UsageCount>) => Effect.Effect<void>
}>("@landfall/storage/usage/LateUsage", { defaultValue: () => ({ add: () => Effect.void }) })
