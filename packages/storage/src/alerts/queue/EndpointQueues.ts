import type { AccountId } from "@landfall/core/accounts/Account"
import { NO_EXCLUSIONS, type QueueExclusions } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { QueuePostponement } from "@landfall/core/alerts/delivery/QueuePostponement"
import type { NextTurn, QueueState } from "@landfall/core/alerts/delivery/QueueTurn"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { LimitValues } from "@landfall/core/limits/Limits"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SealedDeliveryProfile } from "../../secrets/DeliveryProfile.ts"
import { ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { CurrentTransactionEnd, type TransactionEnd } from "../../sql/TransactionEnd.ts"

/** The queue of an endpoint whose turn has come, with the columns that sending needs, as SQL returns it. */
export interface DueQueue extends SealedDeliveryProfile {
  readonly endpoint_id: EndpointId
  readonly account_id: AccountId
  readonly slot_at: number
  readonly url: string
  readonly rate_limit: number | null
  readonly verified_at: number | null
  readonly paused_until: number | null
  readonly disabled: number
  readonly removed_at: number | null
  readonly postponed_until: number | null
  readonly probing: number
  readonly probed_until: number | null
}

export const queueStateOf = (queue: DueQueue, limits: LimitValues): QueueState => ({
  endpointId: queue.endpoint_id,
  accountId: queue.account_id,
  inactive: queue.removed_at !== null || queue.disabled === 1,
  pausedUntil: queue.paused_until ?? undefined,
  postponedUntil: queue.postponed_until ?? undefined,
  rateLimit: queue.rate_limit === null ? undefined : RateLimit.make(queue.rate_limit),
  unverifiedAttemptsPerMinute: queue.verified_at === null ? limits["endpoint.unverifiedAttempts"] : undefined,
  slotAt: queue.slot_at,
  probing: queue.probing === 1,
  probedUntil: queue.probed_until ?? undefined
})

/** The most turns of a process within a millisecond whose order is recorded. */
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

const POSTPONEMENT_COLUMNS = jsonColumns({ endpoint_id: "TEXT", until: "BIGINT", reason: "TEXT", message: "TEXT" })

const LINE_COLUMNS = jsonColumns({ endpoint_id: "TEXT", shipment_id: "TEXT" })

/** The deliveries of one shipment to one endpoint, which are sent one after the other. */
export interface DeliveryLine {
  readonly endpointId: EndpointId
  readonly shipmentId: string
}

/** The changes of queues that a transaction makes at its end. */
class QueueChanges {
  /** Lines whose first open delivery may have changed, by endpoint and shipment. */
  readonly lines = new Map<string, DeliveryLine>()
  readonly rescheduled = new Set<EndpointId>()
  readonly verified = new Set<EndpointId>()
  /** The end of each pause, in milliseconds since the epoch. */
  readonly pausedUntil = new Map<EndpointId, number>()
  readonly woken = new Set<EndpointId>()
  /** The latest present time that a change was requested with, in milliseconds since the epoch. */
  now = 0
}

/** The changes that wait for the end of their transaction. Several stores can take part in one transaction. */
const changesAtEnd = new WeakMap<TransactionEnd, QueueChanges>()

/**
 * The queues of all endpoints, in the order of their turns. To be used in transactions. A transaction changes queues at its
 * end, locked in the order of their ids, and claims skip locked rows, so that no two transactions wait for each other.
 */
export const makeEndpointQueues = (sql: SqlClient.SqlClient) => {
  const { skipLockedOf, forChange } = rowLocks(sql)
  const [least, greatest] = sql.onDialectOrElse({
    pg: () => [sql.literal("LEAST"), sql.literal("GREATEST")] as const,
    orElse: () => [sql.literal("min"), sql.literal("max")] as const
  })
  const rowsOf = (ids: Iterable<string>) =>
    jsonRows(
      sql,
      ID_COLUMN,
      [...new Set(ids)].toSorted().map((id) => [id])
    )

  /** The earliest due time of the deliveries in a state. `ORDER BY` makes Postgres use the index of the queue. */
  const head = (state: "pending" | "retry" | "leased") =>
    sql`(SELECT due_at FROM delivery
      WHERE endpoint_id = endpoint_queue.endpoint_id AND state = ${sql.literal(`'${state}'`)} AND due_at IS NOT NULL
      ORDER BY due_at LIMIT 1)`

  /** When a queue is due. First attempts are due immediately, whatever clock their due time comes from. */
  const firstDue = (now: number) =>
    sql`CASE WHEN ${head("pending")} IS NOT NULL THEN ${now}
      ELSE ${least}(COALESCE(${head("retry")}, ${NEVER}), COALESCE(${head("leased")}, ${NEVER})) END`

  /** The condition on the queues `q`, joined with the endpoints `e` where accounts are excluded. */
  const notAmong = ({ excludedEndpoints, excludedAccounts }: QueueExclusions) => {
    const endpoints = sql`q.endpoint_id NOT IN (SELECT id FROM ${rowsOf(excludedEndpoints)} AS excluded)`
    const accounts = sql`e.account_id NOT IN (SELECT id FROM ${rowsOf(excludedAccounts)} AS excluded)`
    return sql.and([
      ...(excludedEndpoints.size === 0 ? [] : [endpoints]),
      ...(excludedAccounts.size === 0 ? [] : [accounts])
    ])
  }

  /** Up to `limit` queues whose turn has come, the longest waiting first, without those that another claim has locked. */
  const due = (now: number, limit: number, without: QueueExclusions) =>
    sql<DueQueue>`SELECT q.endpoint_id, q.slot_at, q.postponed_until, e.account_id, e.url, e.url_secret, e.headers, e.format, e.retry_policy, e.rate_limit,
        e.verified_at, e.paused_until, e.disabled, e.removed_at, e.secret, e.previous_secret, e.previous_secret_expires_at, e.probing,
        CASE WHEN e.probing = 1 THEN (SELECT max(due_at) FROM delivery
          WHERE endpoint_id = q.endpoint_id AND state = 'leased' AND due_at IS NOT NULL) END AS probed_until
      FROM endpoint_queue AS q JOIN endpoint AS e ON e.id = q.endpoint_id
      WHERE q.next_at <= ${now} AND ${notAmong(without)}
      ORDER BY q.next_at, q.served, q.endpoint_id LIMIT ${limit} ${skipLockedOf("q")}`.withoutTransform

  /** When the next queue is due, by the queue's clock; no row when none is. */
  const nextDue = (without: QueueExclusions = NO_EXCLUSIONS) => {
    const owners = without.excludedAccounts.size === 0 ? sql`` : sql`JOIN endpoint AS e ON e.id = q.endpoint_id`
    return sql`SELECT q.next_at FROM endpoint_queue AS q ${owners}
      WHERE q.next_at IS NOT NULL AND ${notAmong(without)} ORDER BY q.next_at LIMIT 1`
  }

  let turns = 0
  /** Numbers turns over all processes: a later turn has a greater number. */
  const turnNumber = (now: number): number => now * TURNS_PER_MILLI + (turns++ % TURNS_PER_MILLI)

  /**
   * Writes next turns, and when each queue is due by its remaining deliveries. The transaction must have locked the rows.
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
        Effect.asVoid(sql`SELECT 1 FROM endpoint_queue WHERE endpoint_id IN (SELECT id FROM ${rowsOf(ids)} AS changed)
        ORDER BY endpoint_id ${forChange}`),
      orElse: () => Effect.void
    })

  const applyWakes = (ids: Iterable<EndpointId>, now: number) =>
    sql`UPDATE endpoint_queue SET next_at = ${now}
      WHERE endpoint_id IN (SELECT id FROM ${rowsOf(ids)} AS woken) AND (next_at IS NULL OR next_at > ${now})`

  const applyReschedules = Effect.fnUntraced(function* ({ rescheduled, verified, now }: QueueChanges) {
    const isVerified =
      verified.size === 0 ? sql.literal("") : sql`OR endpoint_id IN (SELECT id FROM ${rowsOf(verified)} AS verified)`
    const scheduled = yield* sql<{ readonly endpoint_id: EndpointId; readonly slot_at: number }>`
      SELECT endpoint_id, slot_at FROM endpoint_queue
      WHERE endpoint_id IN (SELECT id FROM ${rowsOf(rescheduled)} AS changed)
        AND (next_at > ${now} ${isVerified})
      ORDER BY endpoint_id ${forChange}`.withoutTransform
    if (scheduled.length === 0) return
    const nextTurns = scheduled.map(({ endpoint_id, slot_at }) => ({
      endpointId: endpoint_id,
      slotAt: verified.has(endpoint_id) ? 0 : slot_at,
      notBefore: 0
    }))
    yield* setNextTurns(nextTurns, now)
  })

  const applyPause = (id: EndpointId, until: number) =>
    sql`UPDATE endpoint_queue SET next_at = ${until} WHERE endpoint_id = ${id} AND next_at < ${until}`

  /**
   * Makes the first open delivery of each line pending if it waits, and wakes its queue. Whoever adds a delivery to a line or
   * ends one holds the lock of the queue, so that the other sees it.
   */
  const advanceLines = Effect.fnUntraced(function* ({ lines, woken }: QueueChanges) {
    const rows = [...lines.values()].map(({ endpointId, shipmentId }) => [endpointId, shipmentId])
    const advanced = yield* sql<{ readonly endpoint_id: EndpointId }>`UPDATE delivery SET state = 'pending'
      FROM (SELECT line.endpoint_id, (SELECT d.message_id FROM delivery AS d
          WHERE d.endpoint_id = line.endpoint_id AND d.shipment_id = line.shipment_id
            AND d.shipment_id IS NOT NULL AND d.due_at IS NOT NULL
          ORDER BY d.endpoint_id, d.shipment_id, d.sequence LIMIT 1) AS message_id
        FROM ${jsonRows(sql, LINE_COLUMNS, rows)} AS line) AS head
      WHERE delivery.message_id = head.message_id AND delivery.endpoint_id = head.endpoint_id
        AND delivery.state = 'waiting'
      RETURNING delivery.endpoint_id`.withoutTransform
    for (const { endpoint_id } of advanced) woken.add(endpoint_id)
  })

  const apply = Effect.fnUntraced(function* (changes: QueueChanges) {
    const { lines, rescheduled, pausedUntil, woken, now } = changes
    if (lines.size > 0) {
      yield* lock([
        ...[...lines.values()].map(({ endpointId }) => endpointId),
        ...rescheduled,
        ...pausedUntil.keys(),
        ...woken
      ])
      yield* advanceLines(changes)
    }
    // On Postgres, an uncommitted claim may be about to record that a queue is empty, so that a queue that wakes is always
    // locked. A mere reschedule locks only the queues that it changes.
    const locks = pausedUntil.size + woken.size > 0 ? [lock([...rescheduled, ...pausedUntil.keys(), ...woken])] : []
    const others = [
      ...Array.from(pausedUntil, ([id, until]) => applyPause(id, until)),
      ...(woken.size > 0 ? [applyWakes(woken, now)] : [])
    ]
    if (rescheduled.size > 0) {
      yield* inOneRoundTrip(sql, [...locks, applyReschedules(changes)])
      yield* inOneRoundTrip(sql, others)
    } else yield* inOneRoundTrip(sql, [...locks, ...others])
  })

  /** Makes a change at the end of the transaction, together with its other changes. */
  const change = (add: (changes: QueueChanges) => void) =>
    Effect.flatMap(CurrentTransactionEnd, (end) => {
      const known = end === undefined ? undefined : changesAtEnd.get(end)
      const changes = known ?? new QueueChanges()
      add(changes)
      if (end === undefined) return apply(changes)
      if (known === undefined) {
        changesAtEnd.set(end, changes)
        end.steps.push(Effect.suspend(() => apply(changes)))
      }
      return Effect.void
    })

  /** Makes queues due now, because deliveries were added. */
  const wake = (ids: ReadonlyArray<EndpointId>, now: number) =>
    ids.length === 0
      ? Effect.void
      : change((changes) => {
          for (const id of ids) changes.woken.add(id)
          changes.now = Math.max(changes.now, now)
        })

  /**
   * Reschedules queues whose turn is in the future, after their deliveries have changed. Queues whose turn has come are
   * ignored: the next claim reads them.
   *
   * @param verified endpoints that were verified just now: the slots of the limit before it no longer apply
   */
  const reschedule = (ids: Iterable<EndpointId>, now: number, verified: Iterable<EndpointId> = []) =>
    change((changes) => {
      for (const id of ids) changes.rescheduled.add(id)
      for (const id of verified) changes.verified.add(id)
      changes.now = Math.max(changes.now, now)
    })

  /** Postpones a queue whose turn comes before `until`. */
  const postpone = (id: EndpointId, until: number) => change(({ pausedUntil }) => void pausedUntil.set(id, until))

  /**
   * Makes queues wait for a reason on this side, and records it. To be used last in a transaction that changes no queue
   * otherwise.
   *
   * @param ahead by how many milliseconds the queue's clock is ahead of the clock of the postponements
   */
  const hold = Effect.fnUntraced(function* (postponements: ReadonlyMap<EndpointId, QueuePostponement>, ahead: number) {
    const rows = [...postponements].map(([id, { until, reason, message }]) => [id, until + ahead, reason, message])
    const update = sql`UPDATE endpoint_queue SET postponed_until = held.until, postponed_reason = held.reason,
        postponed_message = held.message, next_at = held.until
      FROM ${jsonRows(sql, POSTPONEMENT_COLUMNS, rows)} AS held WHERE endpoint_queue.endpoint_id = held.endpoint_id`
    yield* inOneRoundTrip(sql, [lock(postponements.keys()), update])
  })

  /** Advances lines of deliveries at the end of the transaction, after one was added, or a delivery of them has ended. */
  const advance = (lines: ReadonlyArray<DeliveryLine>, now: number) =>
    lines.length === 0
      ? Effect.void
      : change((changes) => {
          for (const line of lines) changes.lines.set(`${line.endpointId} ${line.shipmentId}`, line)
          changes.now = Math.max(changes.now, now)
        })

  /** Advances every line of an endpoint whose first delivery waits. */
  const advanceAll = Effect.fnUntraced(function* (endpointId: EndpointId, now: number) {
    const waiting = yield* sql<{ readonly shipment_id: string }>`SELECT DISTINCT shipment_id FROM delivery
      WHERE endpoint_id = ${endpointId} AND state = 'waiting' AND due_at IS NOT NULL`.withoutTransform
    yield* advance(
      waiting.map(({ shipment_id }) => ({ endpointId, shipmentId: shipment_id })),
      now
    )
  })

  return { due, nextDue, setNextTurns, wake, reschedule, postpone, hold, advance, advanceAll }
}

export type EndpointQueues = ReturnType<typeof makeEndpointQueues>
