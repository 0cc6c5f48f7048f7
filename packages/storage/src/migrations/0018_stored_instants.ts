import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Instants by name: when the storage was probed, and up to which instant the clock of retention is trusted. */
export const storedInstants = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE stored_instant (name TEXT PRIMARY KEY NOT NULL, at BIGINT NOT NULL)`
  // The newest message shows when this database was last in use.
  yield* sql`INSERT INTO stored_instant (name, at)
    SELECT 'retention', newest.at FROM (SELECT max(created_at) AS at FROM message) AS newest WHERE newest.at IS NOT NULL`
})
