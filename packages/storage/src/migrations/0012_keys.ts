import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Keys with a prefix, an end, networks and a last use; and idempotent requests of the operator, who has no account.
 * SQLite cannot drop the reference of a column, so the table of responses is built again, with its rows.
 */
export const keys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE api_key ADD COLUMN prefix TEXT`
  yield* sql`ALTER TABLE api_key ADD COLUMN expires_at BIGINT`
  yield* sql`ALTER TABLE api_key ADD COLUMN allowed_networks TEXT NOT NULL DEFAULT '[]'`
  yield* sql`ALTER TABLE api_key ADD COLUMN last_used_at BIGINT`

  yield* sql`CREATE TABLE idempotent_response (
    owner TEXT NOT NULL,
    operation TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (owner, operation, idempotency_key)
  )`
  yield* sql`INSERT INTO idempotent_response
    (owner, operation, idempotency_key, fingerprint, status, body, expires_at)
    SELECT account_id, operation, idempotency_key, fingerprint, status, body, expires_at FROM idempotency_answer`
  yield* sql`DROP TABLE idempotency_answer`
  yield* sql`CREATE INDEX idempotent_response_expiry ON idempotent_response (expires_at)`
})
