import { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import type { DeliveryTask } from "@landfall/core/alerts/operations/DeliveryTask"
import type { TaskBatchResult } from "@landfall/core/alerts/operations/DeliveryTasks"
import {
  advanceTask,
  cancelTask,
  decideTaskStep,
  isTaskDue,
  resendCapacity,
  scopeOf,
  TASK_PAUSE_MILLIS
} from "@landfall/core/alerts/operations/TaskStep"
import { DateTime, Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { rowLocks } from "../../sql/RowLocks.ts"
import { ENDPOINT_COLUMNS, EndpointRow } from "../endpoints/EndpointRow.ts"
import type { DeliveryRequeue } from "../queue/DeliveryRequeue.ts"
import type { CandidateRange, ResendCandidates } from "./ResendCandidates.ts"
import { TaskRow, taskFromRow, taskToRow } from "./TaskRow.ts"

const NextAtRow = Schema.Struct({ nextAt: Schema.Int })
const encodeRow = Schema.encodeEffect(TaskRow)

/** Runs the steps of open tasks. */
export const makeTaskRunner = (sql: SqlClient.SqlClient, candidates: ResendCandidates, requeue: DeliveryRequeue) => {
  const { forChange, skipLocked } = rowLocks(sql)

  const findNext = SqlSchema.findOneOption({
    Request: Schema.Void,
    Result: NextAtRow,
    execute: () => sql`SELECT next_at FROM delivery_task WHERE next_at IS NOT NULL ORDER BY next_at, id LIMIT 1`
  })
  // As `isTaskDue`.
  const lockNext = SqlSchema.findOneOption({
    Request: Schema.Int,
    Result: TaskRow,
    execute: (now) => sql`SELECT * FROM delivery_task
      WHERE next_at IS NOT NULL AND next_at NOT BETWEEN ${now + 1} AND ${now + TASK_PAUSE_MILLIS}
      ORDER BY next_at, id LIMIT 1 ${skipLocked}`
  })
  const lockEndpoint = SqlSchema.findOneOption({
    Request: EndpointId,
    Result: EndpointRow,
    execute: (id) =>
      sql`SELECT ${sql.literal(ENDPOINT_COLUMNS)} FROM endpoint WHERE id = ${id} AND removed_at IS NULL ${forChange}`
  })

  /** How many deliveries wait for their first attempt; no more are counted than leave room for a batch. */
  const countWaiting = (endpoint: Option.Option<Endpoint>) =>
    Option.match(endpoint, {
      onNone: () => Effect.succeed(0),
      onSome: ({ id, rateLimit }) =>
        Effect.map(
          sql<{ readonly waiting: number }>`SELECT count(*) AS waiting FROM (
            SELECT 1 FROM delivery WHERE endpoint_id = ${id} AND state = 'pending' AND due_at IS NOT NULL
            LIMIT ${resendCapacity(rateLimit, 0)}
          ) AS counted`,
          (rows) => rows[0]?.waiting ?? 0
        )
    })

  /** Writes a task with its next step, due at `nextAt`. */
  const write = Effect.fnUntraced(function* (task: DeliveryTask, range: CandidateRange, nextAt: number) {
    const row = yield* encodeRow(taskToRow(task, range, nextAt))
    yield* sql`UPDATE delivery_task SET ${sql.update(row, ["id"])} WHERE id = ${task.id}`
  })

  const runBatch = Effect.fnUntraced(function* (
    task: DeliveryTask,
    row: TaskRow,
    { filterTypes }: Endpoint,
    size: number,
    queueNow: number
  ) {
    const { read, selected, rest } = yield* candidates.page(scopeOf(task), filterTypes, row, size)
    const advanced = advanceTask(task, { size, read, resent: selected.length }, yield* DateTime.now)
    yield* write(advanced, rest, queueNow)
    yield* requeue.resend(selected, task.endpointId)
  })

  // Rows are locked in one order: the task, its endpoint, deliveries, the endpoint's queue.
  const runStep = Effect.fnUntraced(function* (limit: number, queueNow: number) {
    const next = yield* lockNext(queueNow)
    if (Option.isNone(next)) return false
    const row = next.value
    const task = taskFromRow(row)
    const endpoint = yield* lockEndpoint(task.endpointId)
    const step = decideTaskStep(endpoint, yield* countWaiting(endpoint), limit)
    switch (step._tag) {
      case "Cancel":
        yield* write(cancelTask(task, step.reason, yield* DateTime.now), row, queueNow)
        break
      case "Pause":
        yield* write(task, row, queueNow + TASK_PAUSE_MILLIS)
        break
      case "Batch":
        yield* runBatch(task, row, step.endpoint, step.size, queueNow)
    }
    return true
  }, sql.withTransaction)

  /** Runs a step of the task that has waited longest; writes nothing while none is due. */
  const run = Effect.fnUntraced(function* (limit: number, queueNow: number) {
    const next = yield* findNext(undefined)
    if (Option.isNone(next)) return idle(Option.none())
    const { nextAt } = next.value
    if (!isTaskDue(nextAt, queueNow)) return idle(Option.some(nextAt))
    // A task that is due and cannot be locked is being run by another worker.
    return (yield* runStep(limit, queueNow))
      ? { ran: true, nextAt: Option.some(queueNow) }
      : idle(Option.some(queueNow + TASK_PAUSE_MILLIS))
  })

  return { run, write }
}

const idle = (nextAt: Option.Option<number>): TaskBatchResult => ({ ran: false, nextAt })
