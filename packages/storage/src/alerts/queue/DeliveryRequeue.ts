import { requestedDelivery } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { MessageId } from "@landfall/core/alerts/Message"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ID_COLUMN, insertRows, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { STATE_COLUMNS, stateCells } from "./DeliveryColumns.ts"
import { DeliverySignal } from "./DeliverySignal.ts"
import { makeEndpointQueues } from "./EndpointQueues.ts"

const DELIVERY_COLUMNS = jsonColumns({ message_id: "TEXT", endpoint_id: "TEXT", manual: "BIGINT", ...STATE_COLUMNS })

/**
 * Returns deliveries to the queue of their endpoint on request. Use it in a transaction that has locked the endpoint,
 * after every other lock: the row of the queue is locked last.
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

  /**
   * Records a requested resend of deliveries, as `transition` does for one delivery. Returns the number of returned
   * deliveries; deliveries in progress are not returned.
   */
  const resend = Effect.fnUntraced(function* (messageIds: ReadonlyArray<MessageId>, endpointId: EndpointId) {
    if (messageIds.length === 0) return 0
    const now = yield* clock.now
    const requested = jsonRows(
      sql,
      ID_COLUMN,
      messageIds.map((id) => [id])
    )
    const rows = yield* sql`UPDATE delivery
      SET state = 'pending', due_at = ${now}, attempts_before = attempts, manual = 1, skip_reason = NULL, settled_at = NULL
      FROM ${requested} AS requested
      WHERE delivery.message_id = requested.id AND delivery.endpoint_id = ${endpointId} AND delivery.state <> 'leased'
      RETURNING delivery.message_id`.values
    if (rows.length > 0) yield* wake(endpointId, now)
    return rows.length
  })

  /** Creates the delivery of a message to an endpoint that it was not addressed to. */
  const create = Effect.fnUntraced(function* (messageId: MessageId, endpointId: EndpointId) {
    const now = yield* clock.now
    const delivery = requestedDelivery(DateTime.makeUnsafe(now))
    const manual = delivery.trigger === "manual" ? 1 : 0
    yield* insertRows(sql, "delivery", DELIVERY_COLUMNS, [[messageId, endpointId, manual, ...stateCells(delivery, 0)]])
    yield* wake(endpointId, now)
    return 1
  })

  return { resend, create }
})

export type DeliveryRequeue = Effect.Success<typeof makeDeliveryRequeue>
