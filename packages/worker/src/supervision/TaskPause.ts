import type { TaskBatchResult } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Clock, Duration, Effect, Option } from "effect"

/** The interval between searches for tasks that another process has created or abandoned. */
const POLL_INTERVAL = Duration.seconds(1)

/** The pause of a loop after a batch of a task: none when one ran, else until the next is due, at most `POLL_INTERVAL`. */
export const pauseAfterBatch = ({ ran, nextAt }: TaskBatchResult): Effect.Effect<Duration.Duration> =>
  ran
    ? Effect.succeed(Duration.zero)
    : Effect.map(Clock.currentTimeMillis, (now) =>
        Option.match(nextAt, {
          onNone: () => POLL_INTERVAL,
          onSome: (at) => Duration.min(Duration.millis(at - now), POLL_INTERVAL)
        })
      )
