import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { SkipReason } from "@landfall/core/alerts/Message"
import type { SqlClient } from "effect/sql"

/**
 * How many deliveries of an endpoint one change of it touches. A backlog beyond the bound does not hold up the change:
 * claims set aside what is left when its turn comes.
 */
const SKIP_BATCH_SIZE = 5_000

/** Which deliveries: those that wait for an attempt, also those whose lease has ended, or all that are not settled. */
export type SkipScope = "waiting" | "due" | "open"

/**
 * Records deliveries of an endpoint as skipped.
 *
 * @param now milliseconds since the epoch
 */
export const skipDeliveries = (
  sql: SqlClient.SqlClient,
  endpointId: EndpointId,
  which: SkipScope,
  reason: SkipReason,
  now: number
) => {
  const states = {
    waiting: sql`state IN ('pending', 'retry')`,
    due: sql`(state IN ('pending', 'retry') OR due_at <= ${now})`,
    open: sql`1 = 1`
  }
  return sql`UPDATE delivery
    SET state = 'skipped', skip_reason = ${reason}, due_at = NULL, lease_token = NULL, settled_at = ${now}
    WHERE (message_id, endpoint_id) IN (
      SELECT message_id, endpoint_id FROM delivery
      WHERE endpoint_id = ${endpointId} AND due_at IS NOT NULL AND ${states[which]}
      ORDER BY state, due_at, message_id LIMIT ${SKIP_BATCH_SIZE}
    )`
}
