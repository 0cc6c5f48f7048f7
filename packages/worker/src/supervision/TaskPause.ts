import type { TaskBatchResult } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Clock, Duration, Effect, Option } from "effect"

/** The interval between searches for tasks that another process has created or abandoned. */
const POLL_INTERVAL = Duration.seconds(1)

/**
 * Runs a batch of a task, and returns the pause after it: as long as the batch took when one ran, so that tasks leave half of the
 * time to everything else; else until the next is due, at most `POLL_INTERVAL`.
 */
export const runBatchAndPause = Effect.fnUntraced(function* <E, R>(batch: Effect.Effect<TaskBatchResult, E, R>) {
  const [duration, { ran, nextAt }] = yield* Effect.timed(batch)
  if (ran) return duration
  const now = yield* Clock.currentTimeMillis
  return Option.match(nextAt, {
    onNone: () => POLL_INTERVAL,
    onSome: (at) => Duration.min(Duration.millis(at - now), POLL_INTERVAL)
  })
})
