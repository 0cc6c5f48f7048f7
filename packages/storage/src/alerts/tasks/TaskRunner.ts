import type { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import type { DeliveryTask } from "@landfall/core/alerts/operations/DeliveryTask"
import {
  advanceTask,
  cancelTask,
  decideTaskStep,
  scopeOf,
  TASK_PAUSE_MILLIS
} from "@landfall/core/alerts/operations/TaskStep"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { DeliveryRequeue } from "../queue/DeliveryRequeue.ts"
import type { CandidateRange, ResendCandidates } from "./ResendCandidates.ts"
import { makeTaskQueue } from "./TaskQueue.ts"
import { type TaskRow, taskToRow } from "./TaskRow.ts"

/** Runs the steps of open tasks that send deliveries again. */
export const makeTaskRunner = (sql: SqlClient.SqlClient, candidates: ResendCandidates, requeue: DeliveryRequeue) => {
  const queue = makeTaskQueue(sql, "deliveries")

  /** Writes a task with its next step, due at `nextAt`. */
  const write = (task: DeliveryTask, range: CandidateRange, nextAt: number) =>
    queue.writeRow(taskToRow(task, range, nextAt))

  const runBatch = Effect.fnUntraced(function* (
    task: DeliveryTask,
    row: TaskRow,
    { filterTypes }: Endpoint,
    size: number,
    queueNow: number
  ) {
    const { read, selected, rest } = yield* candidates.page(task.accountId, scopeOf(task), filterTypes, row, size)
    const advanced = advanceTask(task, { size, read, resent: selected.length }, yield* DateTime.now)
    yield* write(advanced, rest, queueNow)
    yield* requeue.resend(selected, task.endpointId)
  })

  // Rows are locked in one order: the task, its endpoint, deliveries, the endpoint's queue.
  const runStep = Effect.fnUntraced(function* (task: DeliveryTask, row: TaskRow, limit: number, queueNow: number) {
    const endpoint = yield* queue.lockEndpoint(task)
    const taskStep = decideTaskStep(endpoint, yield* queue.countWaiting(endpoint), limit)
    switch (taskStep._tag) {
      case "Cancel":
        return yield* write(cancelTask(task, taskStep.reason, yield* DateTime.now), row, queueNow)
      case "Pause":
        return yield* write(task, row, queueNow + TASK_PAUSE_MILLIS)
      case "Batch":
        return yield* runBatch(task, row, taskStep.endpoint, taskStep.size, queueNow)
    }
  })

  /** Runs a step of the task that has waited longest; writes nothing while none is due. */
  const run = (limit: number, queueNow: number) =>
    queue.run(queueNow, (task, row) => runStep(task, row, limit, queueNow))

  return { run, write }
}
