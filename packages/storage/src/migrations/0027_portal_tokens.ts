import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The application that a portal token is limited to. */
export const portalTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE dashboard_token ADD COLUMN application_id TEXT REFERENCES application (id)`
})
