import { findOwner } from "@landfall/storage/inspection/DatabaseInspection"
import { closeWriteAheadLog } from "@landfall/storage/transfer/SqliteSnapshot"
import { areTablesEmpty } from "@landfall/storage/transfer/TableCopy"
import { readTableLayouts } from "@landfall/storage/transfer/TableLayout"
import { Effect, FileSystem, Option, Path } from "effect"
import type { SqlClient } from "effect/sql"
import { type DatabaseLocation, formatDatabase } from "../settings/DatabaseLocation.ts"
import { hasSqliteFile } from "../settings/ExistingDatabase.ts"
import { syncToDisk } from "./BackupArchive.ts"
import { openDatabase } from "./OpenDatabase.ts"
import { TransferFailed } from "./TransferFailed.ts"

interface Replacement<E, R> {
  readonly database: Extract<DatabaseLocation, { readonly _tag: "SqliteFile" }>
  /** The path of the database that takes its place, on the same file system. */
  readonly copy: string
  readonly force: boolean
  /** The suffix of the name of a replaced database. */
  readonly suffix: string
  readonly writeKey: Effect.Effect<void, E, R>
}

/** Whether a database has rows. Fails when it belongs to another program. */
const hasRows = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, name: string) {
  const owner = yield* findOwner(sql)
  if (owner === "nobody") return false
  if (owner === "another program") {
    return yield* new TransferFailed({
      message: `The database ${name} belongs to another program. Nothing was changed; set LANDFALL_DATABASE_URL to another file.`
    })
  }
  return !(yield* areTablesEmpty(sql, yield* readTableLayouts(sql)))
})

/** Puts a database into the place of the one of the settings. Returns the name under which that one is retained. */
export const replaceSqlite = Effect.fnUntraced(function* <E, R>({
  copy,
  database,
  force,
  suffix,
  writeKey
}: Replacement<E, R>) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const target = path.resolve(database.path)
  const name = formatDatabase(database)
  let retained = Option.none<string>()
  yield* syncToDisk(copy, "r+")
  if (hasSqliteFile(target)) {
    // No other process can open the file until this connection closes, after the new file has its name.
    const sql = yield* openDatabase(database, { exclusive: true })
    const filled = yield* hasRows(sql, name)
    if (filled && !force) {
      return yield* new TransferFailed({
        message: `The database ${name} is not empty: restore into another database, or replace this one with --force, which retains it as ${database.path}${suffix}. Nothing was changed.`
      })
    }
    yield* closeWriteAheadLog(sql)
    yield* writeKey
    if (filled) {
      retained = Option.some(`${database.path}${suffix}`)
      yield* files.link(target, `${target}${suffix}`)
    }
  } else {
    // A log without its database would be read into the new one.
    for (const log of ["-wal", "-shm", "-journal"]) yield* files.remove(`${target}${log}`, { force: true })
    yield* writeKey
  }
  yield* files.rename(copy, target)
  yield* syncToDisk(path.dirname(target), "r")
  return retained
}, Effect.scoped)
