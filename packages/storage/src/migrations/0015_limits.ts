import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The number of shipments of an account, which a limit needs with every new one; and the token buckets that the servers on
 * this database share. `full_at` is in milliseconds since the epoch.
 */
export const limits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE account ADD COLUMN shipment_count BIGINT NOT NULL DEFAULT 0`
  yield* sql`UPDATE account SET shipment_count = (SELECT count(*) FROM shipment WHERE shipment.account_id = account.id)`
  yield* sql`CREATE TABLE rate_bucket (
    bucket TEXT PRIMARY KEY,
    full_at DOUBLE PRECISION NOT NULL
  )`
  yield* sql`CREATE INDEX rate_bucket_full ON rate_bucket (full_at)`
})
