import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** The table whose rows are the named locks of an engine without advisory locks. It exists on such engines only. */
export const LOCK_TABLE = "landfall_lock"

/** Names share this many rows, so that the table does not grow with the number of names. */
const LOCK_ROWS = 4096

/** The clients of engines without advisory locks. */
const clientsWithLockRows = new WeakSet<SqlClient.SqlClient>()

/** FNV-1a of a name, as the number of its row. Two names may share a row: they exclude each other then. */
const rowOf = (name: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % LOCK_ROWS
}

/** Creates the table of locks, and makes `lockName` use it for this client. Processes may do so at the same time. */
export const useLockRows = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  // Two sessions that create a table at the same time can collide in the catalogue; the other one has created it then.
  yield* Effect.retry(
    sql`CREATE TABLE IF NOT EXISTS ${sql.literal(LOCK_TABLE)} (number INTEGER NOT NULL PRIMARY KEY)`.unprepared,
    { times: 3 }
  )
  clientsWithLockRows.add(sql)
})

/** Locks a name on Postgres until the transaction ends, by an advisory lock or by a row. */
export const lockNameOnPostgres = (sql: SqlClient.SqlClient, name: string) =>
  clientsWithLockRows.has(sql)
    ? sql`INSERT INTO ${sql.literal(LOCK_TABLE)} (number) VALUES (${rowOf(name)})
        ON CONFLICT (number) DO UPDATE SET number = excluded.number`
    : sql`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${name}, 0))`
