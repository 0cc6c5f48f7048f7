import { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import { type CancelReason, resendCapacity } from "@landfall/core/alerts/operations/DeliveryTask"
import { TASK_PAUSE_MILLIS, type TaskBatchResult } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { rowLocks } from "../../sql/RowLocks.ts"
import { ENDPOINT_COLUMNS, EndpointRow } from "../endpoints/EndpointRow.ts"
import type { DeliveryRequeue } from "../queue/DeliveryRequeue.ts"
import type { makeResendCandidates } from "./ResendCandidates.ts"
import { TaskRow } from "./TaskRow.ts"

const NextAtRow = Schema.Struct({ nextAt: Schema.Int })

/** The steps in which tasks are done. */
export const makeTaskRunner = (
  sql: SqlClient.SqlClient,
  givenUp: ReturnType<typeof makeResendCandidates>,
  queueAgain: DeliveryRequeue
) => {
  const { forChange, skipLocked } = rowLocks(sql)

  const findNext = SqlSchema.findOneOption({
    Request: Schema.Void,
    Result: NextAtRow,
    execute: () => sql`SELECT next_at FROM delivery_task WHERE next_at IS NOT NULL ORDER BY next_at, id LIMIT 1`
  })
  // No task rests for longer than it says: one that would has seen a clock that was put back since.
  const takeNext = SqlSchema.findOneOption({
    Request: Schema.Int,
    Result: TaskRow,
    execute: (now) => sql`SELECT * FROM delivery_task
      WHERE next_at IS NOT NULL AND next_at NOT BETWEEN ${now + 1} AND ${now + TASK_PAUSE_MILLIS}
      ORDER BY next_at, id LIMIT 1 ${skipLocked}`
  })
  const holdEndpoint = SqlSchema.findOneOption({
    Request: EndpointId,
    Result: EndpointRow,
    execute: (id) =>
      sql`SELECT ${sql.literal(ENDPOINT_COLUMNS)} FROM endpoint WHERE id = ${id} AND removed_at IS NULL ${forChange}`
  })

  const waitingAt = (id: EndpointId, most: number) =>
    Effect.map(
      sql<{ readonly waiting: number }>`SELECT count(*) AS waiting FROM (
        SELECT 1 FROM delivery WHERE endpoint_id = ${id} AND state = 'pending' AND due_at IS NOT NULL LIMIT ${most}
      ) AS counted`,
      (rows) => rows[0]?.waiting ?? 0
    )

  const cancel = ({ id }: TaskRow, reason: CancelReason, now: number) =>
    sql`UPDATE delivery_task
      SET status = 'cancelled', reason = ${reason}, next_at = NULL, finished_at = ${now}, updated_at = ${now}
      WHERE id = ${id}`

  const rest = ({ id }: TaskRow, until: number) => sql`UPDATE delivery_task SET next_at = ${until} WHERE id = ${id}`

  const advance = Effect.fnUntraced(function* (
    task: TaskRow,
    { filterTypes }: Endpoint,
    size: number,
    now: number,
    queueNow: number
  ) {
    const kind = task.kind === "recover" ? "recover" : "replay-missing"
    const span = { kind, endpointId: task.endpointId, until: DateTime.makeUnsafe(task.until) } as const
    const page = yield* givenUp.page(span, filterTypes, task, size)
    const last = page[page.length - 1]
    const through = page.length < size
    const taken = page.filter((found) => found.taken === 1).map((found) => found.message_id)
    const done = task.done + taken.length
    yield* sql`UPDATE delivery_task SET ${sql.update({
      status: through ? "completed" : "running",
      done,
      total: Math.max(task.total, done),
      settledAfter: last?.settled_at ?? task.settledAfter,
      messageAfter: last?.message_id ?? task.messageAfter,
      nextAt: through ? null : queueNow,
      updatedAt: now,
      finishedAt: through ? now : null
    })} WHERE id = ${task.id}`
    yield* queueAgain.put(taken, task.endpointId)
  })

  // Rows are taken in one order: the task, its endpoint, deliveries, the endpoint's queue.
  const turn = Effect.fnUntraced(function* (limit: number, queueNow: number) {
    const next = yield* takeNext(queueNow)
    if (Option.isNone(next)) return false
    const task = next.value
    const endpoint = yield* holdEndpoint(task.endpointId)
    const now = yield* Clock.currentTimeMillis
    if (Option.isNone(endpoint)) yield* cancel(task, "endpoint_deleted", now)
    else if (endpoint.value.disabled) yield* cancel(task, "endpoint_disabled", now)
    else {
      const { rateLimit } = endpoint.value
      const waiting = yield* waitingAt(task.endpointId, resendCapacity(rateLimit, 0))
      const size = Math.min(limit, resendCapacity(rateLimit, waiting))
      yield* size === 0 ? rest(task, queueNow + TASK_PAUSE_MILLIS) : advance(task, endpoint.value, size, now, queueNow)
    }
    return true
  }, sql.withTransaction)

  /** Gives the task that has waited longest its turn; nothing is written while none is due. */
  const run = Effect.fnUntraced(function* (limit: number, queueNow: number) {
    const next = yield* findNext(undefined)
    if (Option.isNone(next)) return idleTurn(Option.none())
    const { nextAt } = next.value
    const restsUntil = queueNow + TASK_PAUSE_MILLIS
    if (nextAt > queueNow && nextAt <= restsUntil) return idleTurn(Option.some(nextAt))
    // One that is due and cannot be taken is in other hands.
    return (yield* turn(limit, queueNow))
      ? { ran: true, nextAt: Option.some(queueNow) }
      : idleTurn(Option.some(restsUntil))
  })

  return { run }
}

const idleTurn = (nextAt: Option.Option<number>): TaskBatchResult => ({ ran: false, nextAt })
