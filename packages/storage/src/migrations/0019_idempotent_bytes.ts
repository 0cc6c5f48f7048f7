import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The bytes of the responses that each account has stored for its idempotent requests, by the hour up to whose end they
 * count, in milliseconds since the epoch.
 */
export const idempotentBytes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE idempotent_bytes (
    owner TEXT NOT NULL,
    counts_until BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (owner, counts_until)
  )`
  // Integers: both dialects round the division down.
  yield* sql`INSERT INTO idempotent_bytes (owner, counts_until, bytes)
    SELECT owner, (expires_at / 3600000 + 1) * 3600000, sum(length(body) + 256) FROM idempotent_response
    WHERE owner <> 'operator' GROUP BY owner, (expires_at / 3600000 + 1) * 3600000`
})
