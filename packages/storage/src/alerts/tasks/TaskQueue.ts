import { AccountId } from "@landfall/core/accounts/Account"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import type { DeliveryTask } from "@landfall/core/alerts/operations/DeliveryTask"
import type { TaskBatchResult } from "@landfall/core/alerts/operations/DeliveryTasks"
import { isTaskDue, resendCapacity, TASK_PAUSE_MILLIS } from "@landfall/core/alerts/operations/TaskStep"
import { Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { ENDPOINT_COLUMNS, EndpointRow } from "../endpoints/EndpointRow.ts"
import { TaskRow, taskFromRow } from "./TaskRow.ts"

const NextAtRow = Schema.Struct({ nextAt: Schema.Int })
const OwnedEndpoint = Schema.Struct({ accountId: AccountId, endpointId: EndpointId })
const encodeRow = Schema.encodeEffect(TaskRow)

const idle = (nextAt: Option.Option<number>): TaskBatchResult => ({ ran: false, nextAt })

/** The open tasks of `delivery_task` that send deliveries again, or those that enrol shipments. */
export const makeTaskQueue = (sql: SqlClient.SqlClient, tasks: "deliveries" | "enrolments") => {
  const { forChange, skipLocked } = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)
  const isOfKind = tasks === "enrolments" ? sql.literal("kind = 'enrol-all'") : sql.literal("kind <> 'enrol-all'")

  const findNext = SqlSchema.findOneOption({
    Request: Schema.Void,
    Result: NextAtRow,
    execute: () => sql`SELECT next_at FROM delivery_task WHERE next_at IS NOT NULL AND ${isOfKind} ${andUnfenced()}
      ORDER BY next_at, id LIMIT 1`
  })
  // As `isTaskDue`.
  const lockNext = SqlSchema.findOneOption({
    Request: Schema.Int,
    Result: TaskRow,
    execute: (now) => sql`SELECT * FROM delivery_task
      WHERE next_at IS NOT NULL AND ${isOfKind} AND next_at NOT BETWEEN ${now + 1} AND ${now + TASK_PAUSE_MILLIS} ${andUnfenced()}
      ORDER BY next_at, id LIMIT 1 ${skipLocked}`
  })

  /** The endpoint of a task, locked; none when it was removed. */
  const lockEndpoint = SqlSchema.findOneOption({
    Request: OwnedEndpoint,
    Result: EndpointRow,
    execute: ({ accountId, endpointId }) => sql`SELECT ${sql.literal(ENDPOINT_COLUMNS)} FROM endpoint
      WHERE account_id = ${accountId} AND id = ${endpointId} AND removed_at IS NULL ${forChange}`
  })

  /** The number of deliveries that wait for their first attempt, counted up to the number at which no batch is read. */
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

  /** Overwrites the row of a task. */
  const writeRow = Effect.fnUntraced(function* (changed: TaskRow) {
    const row = yield* encodeRow(changed)
    yield* sql`UPDATE delivery_task SET ${sql.update(row, ["id", "accountId"])} WHERE account_id = ${changed.accountId} AND id = ${changed.id}`
  })

  /** Runs a step of the task that has waited longest, in one transaction; writes nothing while none is due. */
  const run = Effect.fnUntraced(function* <E, R>(
    queueNow: number,
    step: (task: DeliveryTask, row: TaskRow) => Effect.Effect<void, E, R>
  ) {
    const next = yield* findNext(undefined)
    if (Option.isNone(next)) return idle(Option.none())
    const { nextAt } = next.value
    if (!isTaskDue(nextAt, queueNow)) return idle(Option.some(nextAt))
    const ran = yield* sql.withTransaction(
      Effect.gen(function* () {
        const locked = yield* lockNext(queueNow)
        if (Option.isNone(locked)) return false
        yield* step(taskFromRow(locked.value), locked.value)
        return true
      })
    )
    // A task that is due and cannot be locked is being run by another worker.
    return ran ? { ran, nextAt: Option.some(queueNow) } : idle(Option.some(queueNow + TASK_PAUSE_MILLIS))
  })

  return { run, lockEndpoint, countWaiting, writeRow }
}
