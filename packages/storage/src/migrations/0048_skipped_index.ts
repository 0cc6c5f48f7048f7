import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * An index of the skipped deliveries of each endpoint, in the order of their messages: the list of skipped messages read every
 * skipped and exhausted delivery. Writes to `delivery` wait while it is built.
 */
export const skippedIndex = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX delivery_skipped ON delivery (endpoint_id, message_id) WHERE state = 'skipped'`
})
