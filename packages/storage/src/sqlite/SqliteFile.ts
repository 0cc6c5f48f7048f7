import { resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, type Scope } from "effect"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"
import { SqliteCode, SqliteFailure } from "../sql/SqliteFailure.ts"
import { IN_MEMORY, notADatabaseMessage, prepareDatabasePath } from "./DatabasePath.ts"

/** How long SQLite itself waits for a lock. The wait blocks the process. */
const BUSY_TIMEOUT_MILLIS = 20

/**
 * With a write-ahead log, readers continue while one writer writes. FULL makes each commit durable before it returns. A
 * checkpoint runs every 4000 pages (16 MiB), since each one costs two more syncs.
 */
const WRITER_PRAGMAS = [
  "PRAGMA journal_mode = WAL",
  "PRAGMA synchronous = FULL",
  "PRAGMA foreign_keys = ON",
  "PRAGMA wal_autocheckpoint = 4000",
  "PRAGMA cache_size = -32768",
  "PRAGMA temp_store = MEMORY"
]

const READER_PRAGMAS = ["PRAGMA query_only = ON", "PRAGMA cache_size = -8192", "PRAGMA temp_store = MEMORY"]

const describeOpenFault = (path: string, cause: unknown): string => {
  const failure = new SqliteFailure(cause)
  switch (failure.code) {
    case SqliteCode.notADatabase:
      return notADatabaseMessage(path)
    case SqliteCode.corrupt:
      return `The database ${path} is damaged: restore a backup, or recover what is readable with the .recover command of sqlite3`
    case SqliteCode.readOnly:
      return `The database ${path} cannot be written: give this user write permission for the file and its folder, or name another database`
    case SqliteCode.busy:
    case SqliteCode.locked:
      return `The database ${path} is locked by another process: stop that process and start again`
    case SqliteCode.full:
      return `The disk of the database ${path} is full: free disk space and start again`
    default:
      return `The database ${path} cannot be opened (${failure.message}): check the file and its folder, or name another database`
  }
}

const openDatabase = (path: string, pragmas: ReadonlyArray<string>): DatabaseSync => {
  const database = new DatabaseSync(path)
  try {
    // Switching to a write-ahead log takes an exclusive lock: processes that start together wait for each other.
    database.prepare("PRAGMA busy_timeout = 5000").all()
    for (const pragma of pragmas) database.prepare(pragma).all()
    // Reads the file, so that a file that is not a database fails now.
    database.prepare("SELECT count(*) FROM sqlite_schema").all()
    database.prepare(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MILLIS}`).all()
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

const acquireDatabase = (
  path: string,
  pragmas: ReadonlyArray<string>
): Effect.Effect<DatabaseSync, DatabaseUnusable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => openDatabase(path, pragmas),
      catch: (cause) => new DatabaseUnusable({ message: describeOpenFault(path, cause) })
    }),
    (database) => Effect.sync(() => database.close())
  )

/** An open database: one connection that writes and, for a file, one that reads. */
export interface SqliteFile {
  readonly writer: DatabaseSync
  readonly reader: DatabaseSync | undefined
}

/** Opens a database file, which is created with its folder if missing, or an in-memory database. Closes with the scope. */
export const openSqliteFile = Effect.fnUntraced(function* (
  filename: string
): Effect.fn.Return<SqliteFile, DatabaseUnusable, Scope.Scope> {
  if (filename === IN_MEMORY) return { writer: yield* acquireDatabase(IN_MEMORY, WRITER_PRAGMAS), reader: undefined }
  const path = resolve(filename)
  yield* prepareDatabasePath(path)
  const writer = yield* acquireDatabase(path, WRITER_PRAGMAS)
  return { writer, reader: yield* acquireDatabase(path, READER_PRAGMAS) }
})
