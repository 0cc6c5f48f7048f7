import type { AccountId } from "@landfall/core/accounts/Account"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { MessageId } from "@landfall/core/alerts/Message"
import {
  type DeliveryRecord,
  type DeliveryRecords,
  limitDeliveries
} from "@landfall/core/alerts/operations/MessageSummary"
import { Clock, Effect, Schema, Tuple } from "effect"
import type { SqlClient } from "effect/sql"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import type { LeaseClock } from "../../sql/LeaseClock.ts"
import { isOfApplication } from "../endpoints/ApplicationEndpoints.ts"
import { StateRow, stateOf } from "../queue/DeliveryColumns.ts"

const DeliveryRow = StateRow.mapMembers(
  Tuple.map(Schema.fieldsAssign({ messageId: MessageId, endpointId: EndpointId }))
)
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(DeliveryRow))

/** The milliseconds by which the queue's clock is ahead of the caller's. */
export const clockOffsetMillis = (clock: LeaseClock["Service"]) =>
  Effect.zipWith(clock.now, Clock.currentTimeMillis, (queue, caller) => queue - caller)

/** The deliveries that are shown of each message. */
interface ShownDeliveries {
  readonly accountId: AccountId
  readonly limit: number
  /** An endpoint whose delivery is shown wherever it is. */
  readonly endpointId?: EndpointId | undefined
  /** The application that the others are limited to. */
  readonly applicationId?: ApplicationId | undefined
}

/** Reads the deliveries of messages, in one statement for any number of messages. */
export const makeDeliveryRecords = (sql: SqlClient.SqlClient, clock: LeaseClock["Service"]) => {
  const columns = sql.literal("d.message_id, d.endpoint_id, d.state, d.due_at, d.attempts, d.skip_reason, d.settled_at")

  /** The first deliveries of each message by endpoint, and the one to the endpoint that a list is filtered by. */
  const readRows = (
    ids: ReadonlyArray<MessageId>,
    { accountId, limit, endpointId, applicationId }: ShownDeliveries
  ) => {
    const messages = jsonRows(
      sql,
      ID_COLUMN,
      ids.map((id) => [id])
    )
    const first = sql`SELECT endpoint_id FROM delivery WHERE message_id = requested.id
      AND ${isOfApplication(sql, "delivery.endpoint_id", accountId, applicationId)} ORDER BY endpoint_id LIMIT ${limit}`
    const shown =
      endpointId === undefined ? first : sql`SELECT endpoint_id FROM (${first}) AS f UNION SELECT ${endpointId}`
    return sql.onDialectOrElse({
      pg: () =>
        sql`SELECT ${columns} FROM ${messages} AS requested CROSS JOIN LATERAL (${shown}) AS shown
          JOIN delivery AS d ON d.message_id = requested.id AND d.endpoint_id = shown.endpoint_id
          ORDER BY d.message_id, d.endpoint_id`,
      orElse: () =>
        sql`SELECT ${columns} FROM ${messages} AS requested CROSS JOIN delivery AS d
          WHERE d.message_id = requested.id AND d.endpoint_id IN (${shown}) ORDER BY d.message_id, d.endpoint_id`
    })
  }

  /** The deliveries of each of these messages. */
  return Effect.fnUntraced(function* (ids: ReadonlyArray<MessageId>, { limit, ...shown }: ShownDeliveries) {
    if (ids.length === 0) return () => ({ deliveries: [], more: false })
    const ahead = yield* clockOffsetMillis(clock)
    const byMessage = new Map<MessageId, Array<DeliveryRecord>>()
    for (const row of yield* Effect.flatMap(readRows(ids, { limit: limit + 1, ...shown }), decodeRows)) {
      const records = byMessage.get(row.messageId) ?? []
      byMessage.set(row.messageId, records)
      records.push({ endpointId: row.endpointId, state: stateOf(row, ahead) })
    }
    return (id: MessageId): DeliveryRecords => limitDeliveries(byMessage.get(id) ?? [], limit, shown.endpointId)
  })
}
