import type { SkipReason } from "@landfall/core/alerts/Delivery"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { SqlClient } from "effect/sql"

/**
 * How many deliveries of an endpoint one change of it touches. A backlog beyond the bound does not hold up the change:
 * claims set aside what is left when it comes due.
 */
const TOUCHED_AT_ONCE = 5_000

/** Which deliveries: those that wait for an attempt, or also those that a worker is sending. */
export type Which = "waiting" | "open"

/**
 * Records deliveries of an endpoint as skipped.
 *
 * @param now milliseconds since the epoch
 */
export const skipDeliveries = (
  sql: SqlClient.SqlClient,
  endpointId: EndpointId,
  which: Which,
  reason: SkipReason,
  now: number
) =>
  sql`UPDATE delivery
    SET state = 'skipped', skip_reason = ${reason}, due_at = NULL, lease_token = NULL, settled_at = ${now}
    WHERE (message_id, endpoint_id) IN (
      SELECT message_id, endpoint_id FROM delivery
      WHERE endpoint_id = ${endpointId} AND settled_at IS NULL
        AND ${which === "waiting" ? sql`state = 'pending'` : sql`1 = 1`}
      ORDER BY message_id LIMIT ${TOUCHED_AT_ONCE}
    )`

/** Lets the waiting deliveries of an endpoint rest until an instant, in milliseconds since the epoch. */
export const postponeDeliveries = (sql: SqlClient.SqlClient, endpointId: EndpointId, until: number) =>
  sql`UPDATE delivery SET due_at = ${until}
    WHERE (message_id, endpoint_id) IN (
      SELECT message_id, endpoint_id FROM delivery
      WHERE endpoint_id = ${endpointId} AND settled_at IS NULL AND state = 'pending' AND due_at < ${until}
      ORDER BY message_id LIMIT ${TOUCHED_AT_ONCE}
    )`
