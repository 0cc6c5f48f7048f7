import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The sign-in links and sessions of the dashboard, by the hash of their tokens. */
export const dashboardTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE dashboard_token (
    hash TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL,
    key_id TEXT NOT NULL REFERENCES api_key (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
  )`
  yield* sql`CREATE INDEX dashboard_token_expiry ON dashboard_token (expires_at)`
})
