import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { MessageId } from "@landfall/core/alerts/Message"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { DeliverySignal } from "./DeliverySignal.ts"
import { makeEndpointQueues } from "./EndpointQueues.ts"

/**
 * Puts deliveries back into the queue of their endpoint, as somebody has asked. To be used inside a transaction that
 * holds the endpoint, and as the last thing there: the queue's own row comes after all others.
 */
export const makeDeliveryRequeue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const signal = yield* DeliverySignal
  const clock = yield* LeaseClock
  const queues = makeEndpointQueues(sql)

  const wake = Effect.fnUntraced(function* (endpointId: EndpointId, now: number) {
    yield* queues.wake([endpointId], now)
    yield* sql.afterCommit(signal.notify)
  })

  /** Those that are not being sent: due now, with their retry policy begun anew. Answers how many there were. */
  const put = Effect.fnUntraced(function* (messageIds: ReadonlyArray<MessageId>, endpointId: EndpointId) {
    if (messageIds.length === 0) return 0
    const now = yield* clock.now
    const asked = jsonRows(
      sql,
      ID_COLUMN,
      messageIds.map((id) => [id])
    )
    const rows = yield* sql`UPDATE delivery
      SET state = 'pending', due_at = ${now}, attempts_before = attempts, manual = 1, skip_reason = NULL, settled_at = NULL
      FROM ${asked} AS asked
      WHERE delivery.message_id = asked.id AND delivery.endpoint_id = ${endpointId} AND delivery.state <> 'leased'
      RETURNING delivery.message_id`.values
    if (rows.length > 0) yield* wake(endpointId, now)
    return rows.length
  })

  /** A message that never was meant to go there. */
  const make = Effect.fnUntraced(function* (messageId: MessageId, endpointId: EndpointId) {
    const now = yield* clock.now
    const delivery = { messageId, endpointId, state: "pending", dueAt: now, attempts: 0, manual: 1 }
    yield* sql`INSERT INTO delivery ${sql.insert(delivery)}`
    yield* wake(endpointId, now)
  })

  return { put, make }
})

export type DeliveryRequeue = Effect.Success<typeof makeDeliveryRequeue>
