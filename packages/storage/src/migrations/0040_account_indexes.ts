import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The open tasks and the congestion thresholds of an account, which were found among those of all accounts. */
export const accountIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE INDEX delivery_task_open ON delivery_task (account_id, id) WHERE next_at IS NOT NULL`
  yield* sql`DROP INDEX port_watch_endpoint`
  yield* sql`CREATE UNIQUE INDEX port_watch_endpoint ON port_watch (account_id, endpoint_id, port, figure, threshold)`
})
