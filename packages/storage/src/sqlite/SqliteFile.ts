import { resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Option, type Scope } from "effect"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"
import { SqliteCode, SqliteFailure } from "../sql/SqliteFailure.ts"
import { checkpointInThread } from "./CheckpointThread.ts"
import { IN_MEMORY, notADatabaseMessage, prepareDatabasePath } from "./DatabasePath.ts"
import { type DatabaseFileMoved, watchFileIdentity } from "./FileIdentity.ts"
import { createPrivateFile } from "./FileMode.ts"
import { type LogSync, syncLogOf } from "./LogSync.ts"

/** The time for which SQLite itself waits for a lock. The wait blocks the process. */
const BUSY_TIMEOUT_MILLIS = 2

/** The time for which an ordinary connection waits for others when it is opened. */
const OPEN_TIMEOUT_MILLIS = 5_000

/** The same for an exclusive connection: a server does not end by itself. */
const EXCLUSIVE_OPEN_TIMEOUT_MILLIS = 500

/** The pages of the write-ahead log (16 MiB) at which the writer checkpoints it: each checkpoint costs two more syncs. */
const AUTOMATIC_CHECKPOINT = "PRAGMA wal_autocheckpoint = 4000"

/** The same (64 MiB) beside a thread that checkpoints: the writer has little left to copy then, and starts the log again. */
const RARE_CHECKPOINT = "PRAGMA wal_autocheckpoint = 16000"

/** With a write-ahead log, readers continue while one writer writes. Each commit is durable before it returns. */
const SYNCED_WRITER = "PRAGMA synchronous = FULL"

/** A commit returns before it is durable; `LogSync` makes it so, for several commits at the same time. */
const UNSYNCED_WRITER = "PRAGMA synchronous = NORMAL"

const WRITER_PRAGMAS = [
  "PRAGMA journal_mode = WAL",
  SYNCED_WRITER,
  "PRAGMA foreign_keys = ON",
  AUTOMATIC_CHECKPOINT,
  "PRAGMA cache_size = -32768",
  "PRAGMA temp_store = MEMORY"
]

const READER_PRAGMAS = ["PRAGMA query_only = ON", "PRAGMA cache_size = -8192", "PRAGMA temp_store = MEMORY"]

/** Before the write-ahead log is opened, so that it is opened for this connection alone. */
const EXCLUSIVE_PRAGMAS = ["PRAGMA locking_mode = EXCLUSIVE", ...WRITER_PRAGMAS]

const describeOpenFault = (path: string, cause: unknown, exclusive: boolean): string => {
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
      return exclusive
        ? `The database ${path} is in use by another process: stop the servers, workers and commands that use it, and try again`
        : `The database ${path} is locked by another process: stop that process and start again`
    case SqliteCode.full:
      return `The disk of the database ${path} is full: free disk space and start again`
    default:
      return `The database ${path} cannot be opened (${failure.message}): check the file and its folder, or name another database`
  }
}

const openDatabase = (path: string, pragmas: ReadonlyArray<string>, timeoutMillis: number): DatabaseSync => {
  const database = new DatabaseSync(path)
  try {
    // Switching to a write-ahead log takes an exclusive lock: processes that start together wait for each other.
    database.prepare(`PRAGMA busy_timeout = ${timeoutMillis}`).all()
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
  pragmas: ReadonlyArray<string>,
  exclusive = false
): Effect.Effect<DatabaseSync, DatabaseUnusable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => openDatabase(path, pragmas, exclusive ? EXCLUSIVE_OPEN_TIMEOUT_MILLIS : OPEN_TIMEOUT_MILLIS),
      catch: (cause) => new DatabaseUnusable({ message: describeOpenFault(path, cause, exclusive) })
    }),
    (database) => Effect.sync(() => database.close())
  )

/** An open database: one connection that writes and, for a file, one that reads. */
export interface SqliteFile {
  readonly writer: DatabaseSync
  readonly reader: DatabaseSync | undefined
  /** Syncs the commits of the writer; undefined where each commit is synced before it returns. */
  readonly logSync: LogSync | undefined
  /** Whether a file of the database is missing or replaced. */
  readonly findMove: () => Option.Option<DatabaseFileMoved>
}

const NEVER_MOVED = Option.none<DatabaseFileMoved>

/** Creates the file with mode 0600 if it is missing. */
const createFile = (path: string) =>
  Effect.try({
    try: () => createPrivateFile(path),
    catch: (cause) => new DatabaseUnusable({ message: describeOpenFault(path, cause, false) })
  })

/**
 * Opens a database file, which is created with its folder if missing, or an in-memory database. Closes with the scope. An
 * exclusive file has one connection, and no other process can open it meanwhile.
 */
export const openSqliteFile = Effect.fnUntraced(function* (
  filename: string,
  exclusive = false
): Effect.fn.Return<SqliteFile, DatabaseUnusable, Scope.Scope> {
  if (filename === IN_MEMORY) {
    const writer = yield* acquireDatabase(IN_MEMORY, WRITER_PRAGMAS)
    return { writer, reader: undefined, logSync: undefined, findMove: NEVER_MOVED }
  }
  const path = resolve(filename)
  yield* prepareDatabasePath(path)
  yield* createFile(path)
  if (exclusive) {
    const writer = yield* acquireDatabase(path, EXCLUSIVE_PRAGMAS, true)
    return { writer, reader: undefined, logSync: undefined, findMove: NEVER_MOVED }
  }
  const writer = yield* acquireDatabase(path, WRITER_PRAGMAS)
  yield* checkpointInThread(path, () => writer.prepare(RARE_CHECKPOINT).all())
  const logSync = yield* syncLogOf(path)
  writer.prepare(UNSYNCED_WRITER).all()
  return { writer, reader: yield* acquireDatabase(path, READER_PRAGMAS), logSync, findMove: watchFileIdentity(path) }
})
