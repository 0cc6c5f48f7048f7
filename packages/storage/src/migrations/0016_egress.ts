import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The egress mode, the addresses on which the processes listen, and the postponements of deliveries. */
export const egress = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Why the deliveries of an endpoint wait, and until when.
  for (const column of ["postponed_until BIGINT", "postponed_reason TEXT", "postponed_message TEXT"]) {
    yield* sql`ALTER TABLE endpoint_queue ADD COLUMN ${sql.literal(column)}`
  }

  // One row: the mode that every server and worker obeys.
  yield* sql`CREATE TABLE egress_mode (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    mode TEXT NOT NULL,
    source TEXT NOT NULL,
    previous TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    forwarded_at BIGINT
  )`

  // The addresses that the processes of this database listen on.
  yield* sql`CREATE TABLE listener (
    process TEXT NOT NULL,
    address TEXT NOT NULL,
    port INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    public_host TEXT,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (process, address, port, purpose)
  )`
})
