import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Adds the stored ledger of each port at a revision, as text of `PortLedgerCodec`, and congestion thresholds of endpoints with
 * their last evaluation. Instants are milliseconds since the epoch; side, value and as_of are null until the figure was known
 * for the first time.
 */
export const portWatches = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE port_ledger (
    port TEXT NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL,
    body TEXT NOT NULL
  )`

  yield* sql`CREATE TABLE port_watch (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
    port TEXT NOT NULL,
    figure TEXT NOT NULL,
    threshold DOUBLE PRECISION NOT NULL,
    hysteresis DOUBLE PRECISION NOT NULL,
    side TEXT,
    value DOUBLE PRECISION,
    as_of BIGINT,
    crossings BIGINT NOT NULL,
    created_at BIGINT NOT NULL
  )`
  yield* sql`CREATE UNIQUE INDEX port_watch_endpoint ON port_watch (endpoint_id, port, figure, threshold)`
  yield* sql`CREATE INDEX port_watch_port ON port_watch (port)`
})
