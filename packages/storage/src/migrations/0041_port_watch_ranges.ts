import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Port watches are evaluated in the order of their ids, some of a port in each transaction. */
export const portWatchRanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE INDEX port_watch_range ON port_watch (port, id)`
  yield* sql`DROP INDEX port_watch_port`
})
