import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Effect, Predicate } from "effect"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"

/** The name of a database that lives in memory and ends with its connection. */
export const IN_MEMORY = ":memory:"

const systemErrorCode = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : "unknown error"

/**
 * Makes a folder and those above it, one by one: Node's own `recursive` never ends where a file system says of a new
 * folder that its parent is missing, as /proc does.
 */
const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (cause) {
    // Another process that starts at the same time has just made it.
    if (systemErrorCode(cause) !== "EEXIST") throw cause
  }
}

/** What is wrong with a file that SQLite did not make, and what to do. */
export const notADatabaseMessage = (path: string): string =>
  `The file ${path} is not a SQLite database: move it away, or name another database`

/** With these bytes every database of SQLite begins (sqlite.org/fileformat2.html, section 1.3.1). */
const MAGIC = "SQLite format 3\0"

/** Whether a file is SQLite's by its beginning; one without any bytes is a database that holds nothing yet. */
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

/** Why a path cannot hold the database, found out before SQLite is asked, whose own words name no path. */
const findPathFault = (path: string): string | undefined => {
  const folder = dirname(path)
  try {
    makeFolders(folder)
    if (!statSync(folder).isDirectory()) {
      return `The folder ${folder} of the database cannot be made, for there is a file of this name: name another database`
    }
  } catch (cause) {
    return `The folder ${folder} of the database cannot be made (${systemErrorCode(cause)}): make it, or name another database`
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
    return `The database ${path} cannot be read and written (${systemErrorCode(cause)}): let this user read and write the file and its folder, or name another database`
  }
}

/** Makes sure that a database can lie at a path: its folder, made when it is missing, and what is there already. */
export const prepareDatabasePath = (filename: string): Effect.Effect<void, DatabaseUnusable> =>
  Effect.suspend(() => {
    const message = filename === IN_MEMORY ? undefined : findPathFault(resolve(filename))
    return message === undefined ? Effect.void : Effect.fail(new DatabaseUnusable({ message }))
  })
