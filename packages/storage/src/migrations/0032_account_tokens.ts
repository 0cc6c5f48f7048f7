import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The account of each token of the dashboard, by which its tokens are counted. */
export const accountTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE dashboard_token ADD COLUMN account_id TEXT REFERENCES account (id)`
  yield* sql`UPDATE dashboard_token SET account_id = (SELECT account_id FROM api_key WHERE id = dashboard_token.key_id)`
  yield* sql`CREATE INDEX dashboard_token_of_account ON dashboard_token (account_id)`
})
