import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Cells, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { STATE_COLUMNS } from "../queue/DeliveryColumns.ts"

const LEASED_COLUMNS = jsonColumns({
  message_id: "TEXT",
  endpoint_id: "TEXT",
  lease_token: "TEXT",
  ...STATE_COLUMNS
})

const keyOf = (messageId: unknown, endpointId: unknown): string => `${messageId} ${endpointId}`

/**
 * Writes the next state of leased deliveries, where the lease is still held, and ends their leases. Returns whether a
 * lease was held, and the lines of ordered deliveries that have ended.
 *
 * @param states leases with the `stateCells` of the next state
 */
export const updateLeased = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  states: ReadonlyArray<readonly [DeliveryLease, Cells]>
) {
  const rows = states.map(([{ messageId, endpointId, token }, cells]) => [messageId, endpointId, token, ...cells])
  const updated = yield* sql`UPDATE delivery
    SET state = next.state, due_at = next.due_at, attempts = next.attempts, lease_token = NULL,
      skip_reason = next.skip_reason, settled_at = next.settled_at
    FROM ${jsonRows(sql, LEASED_COLUMNS, rows)} AS next
    WHERE delivery.message_id = next.message_id AND delivery.endpoint_id = next.endpoint_id
      AND delivery.lease_token = next.lease_token
    RETURNING delivery.message_id, delivery.endpoint_id,
      CASE WHEN delivery.due_at IS NULL THEN delivery.shipment_id END`.values
  const ended = updated.filter((row) => row[2] !== null)
  const lines = ended.map(([, endpointId, shipmentId]) => ({
    endpointId: EndpointId.make(String(endpointId)),
    shipmentId: String(shipmentId)
  }))
  if (updated.length === states.length) return { isHeld: () => true, lines }
  const held = new Set(updated.map(([messageId, endpointId]) => keyOf(messageId, endpointId)))
  const isHeld = ({ messageId, endpointId }: DeliveryLease): boolean => held.has(keyOf(messageId, endpointId))
  return { isHeld, lines }
})
