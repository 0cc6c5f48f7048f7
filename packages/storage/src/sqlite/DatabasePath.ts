import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Effect, Predicate } from "effect"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"

/** The name of an in-memory database, which ends with its connection. */
export const IN_MEMORY = ":memory:"

const systemErrorCode = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : "unknown error"

/**
 * Creates a folder and its parents, one by one. Node's own `recursive` option does not end on a file system that reports
 * a missing parent for every new folder, as /proc does.
 */
const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (cause) {
    // Another process that starts at the same time has created it.
    if (systemErrorCode(cause) !== "EEXIST") throw cause
  }
}

/** The message for a file that is not a SQLite database. */
export const notADatabaseMessage = (path: string): string =>
  `The file ${path} is not a SQLite database: move it away, or name another database`

/** The first bytes of every SQLite database (sqlite.org/fileformat2.html, section 1.3.1). */
const MAGIC = "SQLite format 3\0"

/** Whether a file starts as a SQLite database does. An empty file is an empty database. */
const hasSqliteHeader = (path: string): boolean => {
  const file = openSync(path, "r")
  try {
    const head = new Uint8Array(MAGIC.length)
    const read = readSync(file, head, 0, head.length, 0)
    return read === 0 || new TextDecoder("latin1").decode(head) === MAGIC
  } finally {
    closeSync(file)
  }
}

/**
 * The reason why a path cannot hold the database; undefined when it can. Checked before SQLite opens it, whose own
 * messages name no path.
 */
const findPathFault = (path: string): string | undefined => {
  const folder = dirname(path)
  try {
    makeFolders(folder)
    if (!statSync(folder).isDirectory()) {
      return `The folder ${folder} of the database cannot be created because a file with this name exists: name another database`
    }
  } catch (cause) {
    return `The folder ${folder} of the database cannot be created (${systemErrorCode(cause)}): create it, or name another database`
  }
  if (existsSync(path) && !statSync(path).isFile()) {
    return `The database ${path} is not a file: name a file, such as ${path}/landfall.db`
  }
  try {
    accessSync(folder, constants.W_OK)
    if (!existsSync(path)) return undefined
    accessSync(path, constants.R_OK | constants.W_OK)
    return hasSqliteHeader(path) ? undefined : notADatabaseMessage(path)
  } catch (cause) {
    return `The database ${path} cannot be read and written (${systemErrorCode(cause)}): give this user read and write permission for the file and its folder, or name another database`
  }
}

/** Checks that a path can hold a database, and creates its folder if it is missing. */
export const prepareDatabasePath = (filename: string): Effect.Effect<void, DatabaseUnusable> =>
  Effect.suspend(() => {
    const message = filename === IN_MEMORY ? undefined : findPathFault(resolve(filename))
    return message === undefined ? Effect.void : Effect.fail(new DatabaseUnusable({ message }))
  })
