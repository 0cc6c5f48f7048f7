import { statSync } from "node:fs"
import { Option } from "effect"

/** The files of a SQLite database: the database itself, its write-ahead log and the index of that. */
export const databaseFiles = (path: string): ReadonlyArray<string> => [path, `${path}-wal`, `${path}-shm`]

/** A file of an open database was moved or deleted. SQLite would continue to write to a file that has no name. */
export class DatabaseFileMoved extends Error {
  override readonly name = "DatabaseFileMoved"

  constructor(path: string, fate: "missing" | "replaced") {
    super(
      `The database file ${path} is ${fate}, so that nothing is written: put the original file back, or stop every process of this database, put the files in order and start again`
    )
  }
}

const identityOf = (path: string): string | undefined => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`
}

/**
 * The identity (device and inode) of the files of a database when it was opened. Returns a function that tests whether
 * one of them is missing or replaced, which takes a few microseconds.
 */
export const watchFileIdentity = (path: string): (() => Option.Option<DatabaseFileMoved>) => {
  const paths = databaseFiles(path)
  const opened = paths.map(identityOf)
  return () => {
    for (const [index, file] of paths.entries()) {
      const current = identityOf(file)
      // SQLite creates the log when it first needs it.
      opened[index] ??= current
      if (current === opened[index]) continue
      return Option.some(new DatabaseFileMoved(file, current === undefined ? "missing" : "replaced"))
    }
    return Option.none()
  }
}
