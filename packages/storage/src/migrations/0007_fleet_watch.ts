import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Adds the fleet lease, which one process at a time holds, and the type of vessels. Instants are milliseconds since the
 * epoch.
 */
export const fleetWatch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE vessel ADD COLUMN type TEXT`

  // One row, 'fleet', while a process holds the lease.
  yield* sql`CREATE TABLE fleet_watch (
    name TEXT NOT NULL PRIMARY KEY,
    watcher TEXT NOT NULL,
    leased_until BIGINT NOT NULL
  )`
})
