import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"

/** The settings of the loop that runs delivery tasks. */
export interface DeliveryTaskSettings {
  /** The most deliveries that one transaction returns to the queue. */
  readonly pageSize: number
}

/** The settings of a server. */
export const defaultDeliveryTaskSettings: DeliveryTaskSettings = { pageSize: 500 }

/** The interval between searches for tasks that another process has created or abandoned. */
const POLL_INTERVAL = Duration.seconds(1)

/** Runs tasks that resend deliveries, page by page, while the layer lives. */
export const layer = ({ pageSize }: DeliveryTaskSettings): Layer.Layer<never, never, DeliveryTasks> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const step = Effect.gen(function* () {
        const { ran, nextAt } = yield* tasks.runBatch(pageSize)
        if (ran) return Duration.zero
        const now = yield* Clock.currentTimeMillis
        const untilNext = Option.map(nextAt, (at) => Duration.millis(at - now))
        return Duration.min(
          Option.getOrElse(untilNext, () => POLL_INTERVAL),
          POLL_INTERVAL
        )
      })
      yield* backgroundLoop({ name: "delivery tasks", step, wake: tasks.arrival })
    })
  )
