import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { idRows, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { CurrentTransactionEnd, type TransactionEnd } from "../../sql/TransactionEnd.ts"
import type { QueueSchedule } from "./QueueSchedule.ts"

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

/** The statements that carry out the changes of a transaction. */
const makeChangeStatements = (sql: SqlClient.SqlClient, { lock, setNextTurns }: QueueSchedule) => {
  const { forChange } = rowLocks(sql)

  const applyWakes = (ids: Iterable<EndpointId>, now: number) =>
    sql`UPDATE endpoint_queue SET next_at = ${now}
      WHERE endpoint_id IN (SELECT id FROM ${idRows(sql, ids)} AS woken) AND (next_at IS NULL OR next_at > ${now})`

  const applyReschedules = Effect.fnUntraced(function* ({ rescheduled, verified, now }: QueueChanges) {
    const isVerified =
      verified.size === 0
        ? sql.literal("")
        : sql`OR endpoint_id IN (SELECT id FROM ${idRows(sql, verified)} AS verified)`
    const scheduled = yield* sql<{ readonly endpoint_id: EndpointId; readonly slot_at: number }>`
      SELECT endpoint_id, slot_at FROM endpoint_queue
      WHERE endpoint_id IN (SELECT id FROM ${idRows(sql, rescheduled)} AS changed)
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

  return Effect.fnUntraced(function* (changes: QueueChanges) {
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
}

/**
 * Changes queues at the end of the transaction, together with its other changes, locked in the order of their ids. Use
 * it in transactions.
 */
export const makeQueueChanges = (sql: SqlClient.SqlClient, schedule: QueueSchedule) => {
  const apply = makeChangeStatements(sql, schedule)

  /** Makes a change at the end of the transaction, together with its other changes. */
  const change = (add: (changes: QueueChanges) => void) =>
    Effect.flatMap(CurrentTransactionEnd, (end) => {
      const existing = end === undefined ? undefined : changesAtEnd.get(end)
      const changes = existing ?? new QueueChanges()
      add(changes)
      if (end === undefined) return apply(changes)
      if (existing === undefined) {
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

  /** Advances lines of deliveries at the end of the transaction, after one was added, or a delivery of them has ended. */
  const advance = (lines: ReadonlyArray<DeliveryLine>, now: number) =>
    lines.length === 0
      ? Effect.void
      : change((changes) => {
          for (const line of lines) changes.lines.set(`${line.endpointId} ${line.shipmentId}`, line)
          changes.now = Math.max(changes.now, now)
        })

  return { wake, reschedule, postpone, advance }
}
