import { MAX_QUEUES_PER_ROUND } from "@landfall/core/alerts/delivery/ClaimRound"
import type { QueuePosition, QueueState } from "@landfall/core/alerts/delivery/QueueTurn"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SealedDeliveryProfile } from "../../secrets/DeliveryProfile.ts"
import { ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"

/** The queue of an endpoint whose turn has come, with what sending to it takes, as SQL gives it. */
export interface DueQueue extends SealedDeliveryProfile {
  readonly endpoint_id: EndpointId
  readonly slot_at: number
  readonly url: string
  readonly rate_limit: number | null
  readonly paused_until: number | null
  readonly disabled: number
  readonly removed_at: number | null
  readonly probing: number
  readonly probed_until: number | null
}

export const queueStateOf = (queue: DueQueue): QueueState => ({
  endpointId: queue.endpoint_id,
  inactive: queue.removed_at !== null || queue.disabled === 1,
  pausedUntil: queue.paused_until ?? undefined,
  rateLimit: queue.rate_limit === null ? undefined : RateLimit.make(queue.rate_limit),
  slotAt: queue.slot_at,
  probing: queue.probing === 1,
  probedUntil: queue.probed_until ?? undefined
})

/** How many turns a process takes within a millisecond at most, as far as their order matters. */
const TURNS_PER_MILLI = 256

/** Later than anything. */
const NEVER = Number.MAX_SAFE_INTEGER

const QUEUE_POSITION_COLUMNS = jsonColumns({
  endpoint_id: "TEXT",
  slot_at: "BIGINT",
  served: "BIGINT",
  not_before: "BIGINT"
})

/**
 * The line in which the endpoints' queues wait for their turn; to be used inside transactions. Whoever waits for rows of
 * it takes them in the order of their ids, and claims wait for nobody: so no two ever wait for each other.
 */
export const makeEndpointQueues = (sql: SqlClient.SqlClient) => {
  const { skipLockedOf, forChange } = rowLocks(sql)
  const [least, greatest] = sql.onDialectOrElse({
    pg: () => [sql.literal("LEAST"), sql.literal("GREATEST")] as const,
    orElse: () => [sql.literal("min"), sql.literal("max")] as const
  })
  const rowsOf = (ids: Iterable<EndpointId>) =>
    jsonRows(
      sql,
      ID_COLUMN,
      [...new Set(ids)].toSorted().map((id) => [id])
    )

  /** The due time of the first in a queue's part. The order keeps Postgres from walking the table for any one of many. */
  const head = (state: "pending" | "retry" | "leased") =>
    sql`(SELECT due_at FROM delivery
      WHERE endpoint_id = endpoint_queue.endpoint_id AND state = ${sql.literal(`'${state}'`)} AND due_at IS NOT NULL
      ORDER BY due_at LIMIT 1)`

  /** When there is something to do in a queue: what was never tried is due, whatever clock it came by. */
  const firstDue = (now: number) =>
    sql`CASE WHEN ${head("pending")} IS NOT NULL THEN ${now}
      ELSE ${least}(COALESCE(${head("retry")}, ${NEVER}), COALESCE(${head("leased")}, ${NEVER})) END`

  const notAmong = (held: ReadonlyArray<EndpointId>) =>
    held.length === 0 ? sql`1 = 1` : sql`q.endpoint_id NOT IN (SELECT id FROM ${rowsOf(held)} AS held)`

  /** The queues whose turn has come, the longest waiting first; without those that somebody else has in hand. */
  const due = (now: number, without: ReadonlyArray<EndpointId>) =>
    sql<DueQueue>`SELECT q.endpoint_id, q.slot_at, e.url, e.headers, e.retry_policy, e.rate_limit, e.paused_until,
        e.disabled, e.removed_at, e.secret, e.previous_secret, e.previous_secret_expires_at, e.probing,
        CASE WHEN e.probing = 1 THEN (SELECT max(due_at) FROM delivery
          WHERE endpoint_id = q.endpoint_id AND state = 'leased' AND due_at IS NOT NULL) END AS probed_until
      FROM endpoint_queue AS q JOIN endpoint AS e ON e.id = q.endpoint_id
      WHERE q.next_at <= ${now} AND ${notAmong(without)}
      ORDER BY q.next_at, q.served, q.endpoint_id LIMIT ${MAX_QUEUES_PER_ROUND} ${skipLockedOf("q")}`.withoutTransform

  let turns = 0
  /** Rises with every turn, whoever takes it. */
  const served = (now: number): number => now * TURNS_PER_MILLI + (turns++ % TURNS_PER_MILLI)

  /** Puts queues back in the line, where what is left in them belongs. The rows must be this transaction's own. */
  const place = (places: ReadonlyArray<QueuePosition>, now: number) => {
    const rows = places.map(({ endpointId, slotAt, notBefore }) => [endpointId, slotAt, served(now), notBefore])
    return sql`UPDATE endpoint_queue
      SET slot_at = placed.slot_at, served = placed.served, next_at = NULLIF(${greatest}(${firstDue(now)}, placed.not_before), ${NEVER})
      FROM ${jsonRows(sql, QUEUE_POSITION_COLUMNS, rows)} AS placed WHERE endpoint_queue.endpoint_id = placed.endpoint_id`
  }

  /** Has queues looked at now, since something was put into them. */
  const wake = Effect.fnUntraced(function* (ids: ReadonlyArray<EndpointId>, now: number) {
    if (ids.length === 0) return
    // SQLite writes nothing where nothing changes. On Postgres a claim that nobody sees yet may be about to say that the
    // queue is empty, so there the row is always taken; that, and for no longer than it must be, is why this comes last.
    yield* sql.onDialectOrElse({
      pg: () =>
        Effect.asVoid(sql`SELECT 1 FROM endpoint_queue WHERE endpoint_id IN (SELECT id FROM ${rowsOf(ids)} AS woken)
        ORDER BY endpoint_id ${forChange}`),
      orElse: () => Effect.void
    })
    yield* sql`UPDATE endpoint_queue SET next_at = ${now}
      WHERE endpoint_id IN (SELECT id FROM ${rowsOf(ids)} AS woken) AND (next_at IS NULL OR next_at > ${now})`
  })

  /**
   * Has queues that rest looked at when what is in them is due, after it has changed. Those whose turn has come already
   * are left alone: they are about to be looked at.
   */
  const replace = Effect.fnUntraced(function* (ids: Iterable<EndpointId>, now: number) {
    const resting = yield* sql<{ readonly endpoint_id: EndpointId; readonly slot_at: number }>`
      SELECT endpoint_id, slot_at FROM endpoint_queue
      WHERE endpoint_id IN (SELECT id FROM ${rowsOf(ids)} AS changed) AND next_at > ${now}
      ORDER BY endpoint_id ${forChange}`.withoutTransform
    if (resting.length === 0) return
    const places = resting.map(({ endpoint_id, slot_at }) => ({
      endpointId: endpoint_id,
      slotAt: slot_at,
      notBefore: 0
    }))
    yield* place(places, now)
  })

  /** Has a queue looked at no sooner than `until`. */
  const rest = (id: EndpointId, until: number) =>
    sql`UPDATE endpoint_queue SET next_at = ${until} WHERE endpoint_id = ${id} AND next_at < ${until}`

  return { due, setPositions: place, wake, reschedule: replace, postpone: rest }
}

export type EndpointQueues = ReturnType<typeof makeEndpointQueues>
