import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { makeStorageOutage } from "./StorageOutage.ts"
import { supervised } from "./Supervision.ts"

/** How tasks are run. */
export interface TaskRunnerSettings {
  /** The most deliveries that one transaction puts back into a queue. */
  readonly pageSize: number
}

export const defaultTaskRunnerSettings: TaskRunnerSettings = { pageSize: 500 }

/** How often to look for tasks that another process has made or left. */
const POLL = Duration.seconds(1)

const run = Effect.fnUntraced(function* ({ pageSize }: TaskRunnerSettings) {
  const tasks = yield* DeliveryTasks
  const outage = makeStorageOutage("What is to be sent again waits")

  while (true) {
    const { ran, nextAt } = yield* outage.persist(tasks.runBatch(pageSize))
    if (ran) continue
    const now = yield* Clock.currentTimeMillis
    const poll = now + Duration.toMillis(POLL)
    const lookAt = Math.min(
      Option.getOrElse(nextAt, () => poll),
      poll
    )
    yield* Effect.raceFirst(tasks.arrival, Effect.sleep(Math.max(lookAt - now, 0)))
  }
})

/** Does the tasks that send deliveries again, page by page, while the layer lives. */
export const layer = (settings: TaskRunnerSettings): Layer.Layer<never, never, DeliveryTasks> =>
  Layer.effectDiscard(Effect.forkScoped(supervised("The runner of tasks", run(settings))))
