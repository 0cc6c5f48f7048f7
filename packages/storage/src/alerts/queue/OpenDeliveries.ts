import { type SkipEvent, skipReasonOf } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { SqlClient } from "effect/sql"
import { rowLocks } from "../../sql/RowLocks.ts"

/**
 * The maximum number of deliveries of an endpoint that one change of it touches. A backlog beyond the bound does not
 * delay the change: claims skip the rest when the turn of its queue comes.
 */
const SKIP_BATCH_SIZE = 5_000

/**
 * Records deliveries of an endpoint as skipped, as `transition` does for one delivery: the condition selects the states
 * that the event applies to. A claim waits for no locked row: it omits a delivery whose outcome is being recorded.
 */
export const skipDeliveries = (sql: SqlClient.SqlClient, endpointId: EndpointId, event: SkipEvent) => {
  const at = event.at.epochMilliseconds
  const applies = {
    EndpointDisabled: sql`state IN ('pending', 'retry', 'waiting')`,
    EndpointDeleted: sql`1 = 1`,
    EndpointInactive: sql`(state IN ('pending', 'retry', 'waiting') OR due_at <= ${at})`
  }
  const { skipLocked, forChange } = rowLocks(sql)
  return sql`UPDATE delivery
    SET state = 'skipped', skip_reason = ${skipReasonOf(event)}, due_at = NULL, lease_token = NULL, settled_at = ${at}
    WHERE (message_id, endpoint_id) IN (
      SELECT message_id, endpoint_id FROM delivery
      WHERE endpoint_id = ${endpointId} AND due_at IS NOT NULL AND ${applies[event._tag]}
      ORDER BY state, due_at, message_id LIMIT ${SKIP_BATCH_SIZE} ${event._tag === "EndpointInactive" ? skipLocked : forChange}
    )`
}
