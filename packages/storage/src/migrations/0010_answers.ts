import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Adds when a carrier last responded about a shipment, for alerts about data gaps. */
export const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE shipment_check ADD COLUMN answered_at BIGINT`
  yield* sql`UPDATE shipment_check SET answered_at = checked_at WHERE last = 'Answered'`
})
