import { DatabaseSync } from "node:sqlite"
import { Context, Effect, Option } from "effect"
import { SqliteFailure } from "../sql/SqliteFailure.ts"
import type { DatabaseFileMoved } from "./FileIdentity.ts"

/** The state of the file of an open SQLite database. By default there is none: on Postgres and in memory. */
export class DatabaseFile extends Context.Reference<{
  /** Whether a file of the database is missing or replaced. */
  readonly findMove: () => Option.Option<DatabaseFileMoved>
  /** Whether a statement found the database to be damaged since it was opened. */
  readonly isDamaged: () => boolean
  /** The path; none when there is no file. */
  readonly path: Option.Option<string>
}>("@landfall/storage/sqlite/DatabaseFile", {
  defaultValue: () => ({ findMove: Option.none, isDamaged: () => false, path: Option.none() })
}) {}

/** Reads one row through a new connection, so that nothing comes from a cache. Fails with a `SqliteFailure`. */
export const readUncached = (path: string, query: string) =>
  Effect.try({
    try: () => {
      const database = new DatabaseSync(path, { readOnly: true })
      try {
        return database.prepare(query).get()
      } finally {
        database.close()
      }
    },
    catch: (cause) => new SqliteFailure(cause)
  })
