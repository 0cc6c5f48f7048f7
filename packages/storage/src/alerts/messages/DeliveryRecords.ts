import type { DeliveryState } from "@landfall/core/alerts/delivery/Delivery"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { MessageId, SkipReason } from "@landfall/core/alerts/Message"
import type { DeliveryRecord, DeliveryRecords } from "@landfall/core/alerts/operations/MessageSummary"
import { Clock, DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import type { LeaseClock } from "../../sql/LeaseClock.ts"

const deliveryKeyFields = { messageId: MessageId, endpointId: EndpointId, attempts: Schema.Int }

/** A row of `delivery` in one of the states that its column knows. */
const DeliveryRow = Schema.Union([
  Schema.Struct({ ...deliveryKeyFields, state: Schema.Literals(["pending", "retry", "leased"]), dueAt: Schema.Int }),
  Schema.Struct({ ...deliveryKeyFields, state: Schema.Literals(["succeeded", "exhausted"]), settledAt: Schema.Int }),
  Schema.Struct({
    ...deliveryKeyFields,
    state: Schema.Literal("skipped"),
    settledAt: Schema.Int,
    skipReason: SkipReason
  })
])
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(DeliveryRow))

const toDateTime = DateTime.makeUnsafe

/** @param ahead by how much the clock of the queue is ahead of the caller's */
const deliveryStateOf = (row: typeof DeliveryRow.Type, ahead: number): DeliveryState => {
  const { attempts } = row
  switch (row.state) {
    case "pending":
    case "retry":
      return { _tag: "Pending", attempts, dueAt: toDateTime(row.dueAt - ahead) }
    case "leased":
      return { _tag: "Leased", attempts, until: toDateTime(row.dueAt - ahead) }
    case "succeeded":
      return { _tag: "Succeeded", attempts, at: toDateTime(row.settledAt) }
    case "exhausted":
      return { _tag: "Exhausted", attempts, at: toDateTime(row.settledAt) }
    case "skipped":
      return { _tag: "Skipped", attempts, reason: row.skipReason, at: toDateTime(row.settledAt) }
  }
}

/** By how much the clock of the queue is ahead of the caller's, in milliseconds. */
export const clockOffsetMillis = (clock: LeaseClock["Service"]) =>
  Effect.zipWith(clock.now, Clock.currentTimeMillis, (queue, caller) => queue - caller)

/** Reads what has become of messages at their endpoints, in one statement however many there are. */
export const makeDeliveryRecords = (sql: SqlClient.SqlClient, clock: LeaseClock["Service"]) => {
  const columns = sql.literal("d.message_id, d.endpoint_id, d.state, d.due_at, d.attempts, d.skip_reason, d.settled_at")

  /** The first deliveries of each message and the one to the endpoint that was asked for, by endpoint. */
  const rowsOf = (ids: ReadonlyArray<MessageId>, most: number, asked: EndpointId | undefined) => {
    const messages = jsonRows(
      sql,
      ID_COLUMN,
      ids.map((id) => [id])
    )
    const first = sql`SELECT endpoint_id FROM delivery WHERE message_id = asked.id ORDER BY endpoint_id LIMIT ${most}`
    const shown = asked === undefined ? first : sql`SELECT endpoint_id FROM (${first}) AS f UNION SELECT ${asked}`
    return sql.onDialectOrElse({
      pg: () =>
        sql`SELECT ${columns} FROM ${messages} AS asked CROSS JOIN LATERAL (${shown}) AS shown
          JOIN delivery AS d ON d.message_id = asked.id AND d.endpoint_id = shown.endpoint_id
          ORDER BY d.message_id, d.endpoint_id`,
      orElse: () =>
        sql`SELECT ${columns} FROM ${messages} AS asked CROSS JOIN delivery AS d
          WHERE d.message_id = asked.id AND d.endpoint_id IN (${shown}) ORDER BY d.message_id, d.endpoint_id`
    })
  }

  /**
   * What has become of each of these messages.
   *
   * @param most how many deliveries are shown of each
   * @param asked an endpoint whose delivery is shown wherever it stands
   */
  return Effect.fnUntraced(function* (ids: ReadonlyArray<MessageId>, most: number, asked?: EndpointId) {
    if (ids.length === 0) return () => ({ deliveries: [], more: false })
    const ahead = yield* clockOffsetMillis(clock)
    const byMessage = new Map<MessageId, Array<DeliveryRecord>>()
    for (const row of yield* Effect.flatMap(rowsOf(ids, most + 1, asked), decodeRows)) {
      const records = byMessage.get(row.messageId) ?? []
      byMessage.set(row.messageId, records)
      records.push({ endpointId: row.endpointId, state: deliveryStateOf(row, ahead) })
    }
    return (id: MessageId): DeliveryRecords => {
      const records = byMessage.get(id) ?? []
      const shown = records.filter(({ endpointId }, index) => index < most || endpointId === asked)
      return { deliveries: shown, more: records.length > shown.length }
    }
  })
}
