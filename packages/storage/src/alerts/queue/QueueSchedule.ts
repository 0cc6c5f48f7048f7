import type { NextTurn } from "@landfall/core/alerts/delivery/QueueTurn"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { idRows, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"

/** The maximum number of turns of a process within a millisecond whose order is recorded. */
const TURNS_PER_MILLI = 256

const NO_QUEUES: ReadonlySet<EndpointId> = new Set()

/** Later than every instant. */
const NEVER = Number.MAX_SAFE_INTEGER

const NEXT_TURN_COLUMNS = jsonColumns({
  endpoint_id: "TEXT",
  slot_at: "BIGINT",
  served: "BIGINT",
  not_before: "BIGINT",
  immediate: "BIGINT"
})

/** Locks queues, and writes their due times. Use it in transactions. */
export const makeQueueSchedule = (sql: SqlClient.SqlClient) => {
  const { forChange } = rowLocks(sql)
  const [least, greatest] = sql.onDialectOrElse({
    pg: () => [sql.literal("LEAST"), sql.literal("GREATEST")] as const,
    orElse: () => [sql.literal("min"), sql.literal("max")] as const
  })

  /** The earliest due time of the deliveries in a state. `ORDER BY` makes Postgres use the index of the queue. */
  const head = (state: "pending" | "retry" | "leased") =>
    sql`(SELECT due_at FROM delivery
      WHERE endpoint_id = endpoint_queue.endpoint_id AND state = ${sql.literal(`'${state}'`)} AND due_at IS NOT NULL
      ORDER BY due_at LIMIT 1)`

  /** The due time of a queue. First attempts are due immediately, whatever clock their due time comes from. */
  const firstDue = (now: number) =>
    sql`CASE WHEN ${head("pending")} IS NOT NULL THEN ${now}
      ELSE ${least}(COALESCE(${head("retry")}, ${NEVER}), COALESCE(${head("leased")}, ${NEVER})) END`

  let turns = 0
  /** Numbers turns over all processes: a later turn has a greater number. */
  const turnNumber = (now: number): number => now * TURNS_PER_MILLI + (turns++ % TURNS_PER_MILLI)

  /**
   * Writes next turns, and the due time of each queue by its remaining deliveries. The transaction must have locked the
   * rows.
   *
   * @param full queues of which as many deliveries were leased as allowed, so that more are probably due: they are due
   *   immediately. Reading whether more are due costs more than a turn without a delivery, since the index still has the
   *   entries of the leased ones.
   */
  const setNextTurns = (nextTurns: ReadonlyArray<NextTurn>, now: number, full: ReadonlySet<EndpointId> = NO_QUEUES) => {
    const rows = nextTurns.map(({ endpointId, slotAt, notBefore }) => {
      const immediate = full.has(endpointId) ? 1 : 0
      return [endpointId, slotAt, turnNumber(now), notBefore, immediate]
    })
    const dueAt = sql`CASE WHEN turn.immediate = 1 THEN ${now} ELSE ${firstDue(now)} END`
    return sql`UPDATE endpoint_queue
      SET slot_at = turn.slot_at, served = turn.served, next_at = NULLIF(${greatest}(${dueAt}, turn.not_before), ${NEVER})
      FROM ${jsonRows(sql, NEXT_TURN_COLUMNS, rows)} AS turn WHERE endpoint_queue.endpoint_id = turn.endpoint_id`
  }

  /** Locks queues in one order. SQLite locks the whole database. */
  const lock = (ids: Iterable<EndpointId>) =>
    sql.onDialectOrElse({
      pg: () =>
        Effect.asVoid(sql`SELECT 1 FROM endpoint_queue WHERE endpoint_id IN (SELECT id FROM ${idRows(sql, ids)} AS changed)
        ORDER BY endpoint_id ${forChange}`),
      orElse: () => Effect.void
    })

  return { setNextTurns, lock }
}

export type QueueSchedule = ReturnType<typeof makeQueueSchedule>
