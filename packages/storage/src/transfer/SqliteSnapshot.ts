import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Writes one state of a SQLite database to a new file, without free pages, while other processes read and write. The file
 * is not synced. The process is blocked meanwhile.
 */
export const writeSnapshot = (sql: SqlClient.SqlClient, path: string) => Effect.asVoid(sql`VACUUM INTO ${path}`)

/** The faults that SQLite finds in the pages, indexes and foreign keys of a database; none when it is sound. */
export const findDamage = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const pages = yield* sql`PRAGMA integrity_check(10)`.values
  const faults = pages.map(([fault]) => String(fault)).filter((fault) => fault !== "ok")
  if (faults.length > 0) return faults
  const orphans = yield* sql`SELECT DISTINCT "table" FROM pragma_foreign_key_check LIMIT 10`.values
  return orphans.map(([table]) => `rows of ${String(table)} refer to missing rows`)
})

/** Moves everything from the write-ahead log into the file, so that the file alone is the database. */
export const closeWriteAheadLog = (sql: SqlClient.SqlClient) => Effect.asVoid(sql`PRAGMA journal_mode = DELETE`.values)
