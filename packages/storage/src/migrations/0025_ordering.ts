import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The order in which an endpoint receives the alerts of a shipment. At ordered endpoints, a delivery has the shipment and the
 * number of its alert, and is `waiting` while an earlier one of the shipment is open.
 */
export const ordering = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE endpoint ADD COLUMN ordering TEXT NOT NULL DEFAULT 'none'`
  yield* sql`ALTER TABLE delivery ADD COLUMN shipment_id TEXT`
  yield* sql`ALTER TABLE delivery ADD COLUMN sequence BIGINT`
  // The open deliveries of ordered endpoints only.
  yield* sql`CREATE INDEX delivery_of_shipment ON delivery (endpoint_id, shipment_id, sequence)
    WHERE shipment_id IS NOT NULL AND due_at IS NOT NULL`
})
