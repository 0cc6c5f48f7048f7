import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The last batch of calls that each meter has stored, and when, in milliseconds since the epoch. */
export const usageMeters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE usage_meter (
    id TEXT NOT NULL PRIMARY KEY,
    batch BIGINT NOT NULL,
    stored_at BIGINT NOT NULL
  )`
})
