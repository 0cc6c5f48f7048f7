import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Who watches the fleet: of several processes one at a time. And what ships carry, where somebody has told. Instants are
 * milliseconds since the epoch.
 */
export const fleetWatch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE vessel ADD COLUMN type TEXT`

  // One row, 'fleet', while somebody watches.
  yield* sql`CREATE TABLE fleet_watch (
    name TEXT NOT NULL PRIMARY KEY,
    watcher TEXT NOT NULL,
    leased_until BIGINT NOT NULL
  )`
})
