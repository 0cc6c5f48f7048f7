import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The directory of cells deletes expired tokens. */
export const expiredSecrets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Null for API keys, and for tokens that were added before.
  yield* sql`ALTER TABLE cell_secret ADD COLUMN expires_at BIGINT`
})
