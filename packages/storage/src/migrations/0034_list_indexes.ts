import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Indexes for lists that read far more rows than they returned: the calls of a port that have not ended or took more than 30
 * days, so that a window needs only the calls that began from 30 days before it on; and the registrations of an endpoint in
 * the order of their shipments.
 */
export const listIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE INDEX port_call_long ON port_call (port, started_at)
    WHERE ended_at IS NULL OR ended_at - started_at > 2592000000`
  yield* sql`CREATE INDEX registration_by_endpoint ON registration (endpoint_id, shipment_id)`
  yield* sql`DROP INDEX registration_of_endpoint`
})
