import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** When each worker was last seen, and when it last claimed deliveries. */
export const workerHeartbeats = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE worker_heartbeat (
    worker TEXT PRIMARY KEY NOT NULL,
    seen_at BIGINT NOT NULL,
    claimed_at BIGINT
  )`
})
