import { resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, type Scope } from "effect"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"
import { SqliteCode, SqliteFailure } from "../sql/SqliteFailure.ts"
import { IN_MEMORY, notADatabaseMessage, prepareDatabasePath } from "./DatabasePath.ts"

/** How long SQLite itself waits for a lock, blocking the program. */
const BUSY_TIMEOUT_MILLIS = 20

/**
 * A write-ahead log lets readers read on while one writer writes; FULL makes each commit durable before it is
 * answered. The log is moved into the database every 4000 pages (16 MiB), since each move costs two more syncs.
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
      return `The database ${path} is damaged: put a backup in its place, or save what can be read with sqlite3's .recover`
    case SqliteCode.readOnly:
      return `The database ${path} cannot be written: let this user write the file and its folder, or name another database`
    case SqliteCode.busy:
    case SqliteCode.locked:
      return `The database ${path} is locked by another program: end it and start again`
    case SqliteCode.full:
      return `The disk of the database ${path} is full: make room and start again`
    default:
      return `The database ${path} cannot be opened (${failure.message}): check the file and its folder, or name another database`
  }
}

const openDatabase = (path: string, pragmas: ReadonlyArray<string>): DatabaseSync => {
  const database = new DatabaseSync(path)
  try {
    // A write-ahead log is entered under an exclusive lock: a start beside another start waits its turn.
    database.prepare("PRAGMA busy_timeout = 5000").all()
    for (const pragma of pragmas) database.prepare(pragma).all()
    // Reads the file, so that one which is no database is found out now.
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

/** An open database: one connection that writes, and for a file one that reads beside it. */
export interface SqliteFile {
  readonly writer: DatabaseSync
  readonly reader: DatabaseSync | undefined
}

/** Opens a database file, made with its folder when there is none, or a database in memory; closed with the scope. */
export const openSqliteFile = Effect.fnUntraced(function* (
  filename: string
): Effect.fn.Return<SqliteFile, DatabaseUnusable, Scope.Scope> {
  if (filename === IN_MEMORY) return { writer: yield* acquireDatabase(IN_MEMORY, WRITER_PRAGMAS), reader: undefined }
  const path = resolve(filename)
  yield* prepareDatabasePath(path)
  const writer = yield* acquireDatabase(path, WRITER_PRAGMAS)
  return { writer, reader: yield* acquireDatabase(path, READER_PRAGMAS) }
})
