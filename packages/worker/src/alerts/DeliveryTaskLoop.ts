import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Effect, Layer } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"
import { runBatchAndPause } from "../supervision/TaskPause.ts"

/** The settings of the loop that runs delivery tasks. */
export interface DeliveryTaskSettings {
  /** The maximum number of deliveries that one transaction returns to the queue. */
  readonly pageSize: number
}

/** The settings of a server. */
export const defaultDeliveryTaskSettings: DeliveryTaskSettings = { pageSize: 500 }

/** Runs tasks that resend deliveries, page by page, while the layer lives. */
export const layer = ({ pageSize }: DeliveryTaskSettings): Layer.Layer<never, never, DeliveryTasks> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const resendDeliveries = runBatchAndPause(tasks.runBatch(pageSize))
      yield* backgroundLoop({ name: "delivery tasks", step: resendDeliveries, wake: tasks.arrival })
    })
  )
