import { applyMigrations, migrate } from "@landfall/storage/Migrations"
import { withFrozenTables } from "@landfall/storage/transfer/DatabaseSnapshot"
import {
  beginMove,
  finishMove,
  type MoveProgress,
  positionOf,
  readMoveProgress,
  recordMove
} from "@landfall/storage/transfer/MoveProgress"
import { areTablesEmpty, clearTables, copyTables } from "@landfall/storage/transfer/TableCopy"
import { differingTables, digestTables, type TableDigest } from "@landfall/storage/transfer/TableDigest"
import { newestTableLayouts, type TableLayout } from "@landfall/storage/transfer/TableLayout"
import { Console, Effect, Option, Path } from "effect"
import { SqlClient } from "effect/sql"
import { type DatabaseLocation, formatDatabase } from "../settings/DatabaseLocation.ts"
import { requireExistingDatabase } from "../settings/ExistingDatabase.ts"
import { secretsKeyPath } from "../settings/SecretsKey.ts"
import type { Settings } from "../settings/Settings.ts"
import { decryptsSecrets, findSecretsKey, isSameKey, readKeyFile, writeKeyFile } from "./DatabaseKey.ts"
import { openDatabase } from "./OpenDatabase.ts"
import { mapToTransferFailed, TransferFailed } from "./TransferFailed.ts"
import { showTableProgress } from "./TransferReport.ts"

/** A moved database, and the location of its key. */
export interface MovedDatabase {
  readonly from: string
  readonly to: string
  /** The rows that an earlier run had copied. */
  readonly resumedRows: number
  readonly tables: ReadonlyArray<TableDigest>
  /** The key file of the target; none when LANDFALL_SECRETS_KEY holds the key, or there is none yet. */
  readonly keyFile: Option.Option<string>
}

const NO_PROGRESS: MoveProgress = { source: "", positions: new Map() }

/** The key file that the target needs, checked before anything is copied. */
const planTargetKey = Effect.fnUntraced(function* (
  settings: Settings,
  target: DatabaseLocation,
  source: SqlClient.SqlClient
) {
  const key = yield* findSecretsKey(settings, settings.database)
  const sourcePath = secretsKeyPath(settings, settings.database)
  if (!(yield* decryptsSecrets(source, key))) {
    return yield* new TransferFailed({
      message: `The signing secrets of ${formatDatabase(settings.database)} are not readable: set LANDFALL_SECRETS_KEY as the server has it, or restore the key file ${sourcePath}. Nothing was changed.`
    })
  }
  if (Option.isSome(settings.secretsKey) || Option.isNone(key)) return Option.none()
  const targetPath = secretsKeyPath(settings, target)
  const existing = yield* readKeyFile(targetPath)
  if (Option.isSome(existing) && !isSameKey(existing.value, key.value)) {
    return yield* new TransferFailed({
      message: `The key file ${targetPath} exists and differs from ${sourcePath}: move it away if no database needs it. Nothing was changed.`
    })
  }
  return Option.some({ path: targetPath, key: key.value, exists: Option.isSome(existing) })
})

/** The progress of an earlier run of the same move. Fails when the target holds anything else. */
const findProgress = Effect.fnUntraced(function* (
  target: SqlClient.SqlClient,
  tables: ReadonlyArray<TableLayout>,
  from: string,
  to: string
) {
  const progress = yield* readMoveProgress(target)
  if (Option.isNone(progress)) {
    if (yield* areTablesEmpty(target, tables)) {
      yield* beginMove(target, from)
      return NO_PROGRESS
    }
    return yield* new TransferFailed({
      message: `The database ${to} is not empty: name an empty database. Nothing was changed.`
    })
  }
  if (progress.value.source === from) return progress.value
  return yield* new TransferFailed({
    message: `The database ${to} holds a part of ${progress.value.source}, whose move was not finished: finish that move, or name an empty database. Nothing was changed.`
  })
})

/**
 * Copies the missing rows, and compares both databases. Copies everything again when the source has changed since an
 * earlier run.
 */
const copyAndCompare = Effect.fnUntraced(function* (
  source: SqlClient.SqlClient,
  target: SqlClient.SqlClient,
  tables: ReadonlyArray<TableLayout>,
  from: string,
  progress: MoveProgress
) {
  const copyFrom = (start: MoveProgress) =>
    Effect.andThen(
      copyTables(source, target, tables, {
        startOf: (table) => positionOf(start, table),
        record: (table, after) => recordMove(target, table, after),
        onProgress: showTableProgress
      }),
      digestTables(target, tables)
    )
  const expected = yield* digestTables(source, tables)
  const copied = yield* copyFrom(progress)
  if (differingTables(expected, copied).length === 0) return copied
  if (progress.positions.size > 0) {
    yield* Console.error("The source has changed since the move was interrupted: everything is copied again.")
    yield* target.withTransaction(Effect.andThen(clearTables(target, tables), beginMove(target, from)))
    const again = yield* copyFrom(NO_PROGRESS)
    if (differingTables(expected, again).length === 0) return again
  }
  return yield* new TransferFailed({
    message: `The rows of ${differingTables(expected, copied).join(", ")} differ after the copy. The source was not changed; report this.`
  })
})

const isSameDatabase = (path: Path.Path, one: DatabaseLocation, other: DatabaseLocation): boolean =>
  one._tag === "SqliteFile" && other._tag === "SqliteFile"
    ? path.resolve(one.path) === path.resolve(other.path)
    : formatDatabase(one) === formatDatabase(other)

/**
 * Copies everything in the database of the settings to an empty one, with its key file, and compares both. No other process may
 * use either database meanwhile. A move that was interrupted continues when it is run again. The source is not changed,
 * except that its schema is brought up to date.
 */
export const moveDatabase = Effect.fn("Database.move")(
  function* (settings: Settings, to: DatabaseLocation) {
    const path = yield* Path.Path
    const from = settings.database
    const names = { from: formatDatabase(from), to: formatDatabase(to) }
    if (isSameDatabase(path, from, to)) {
      return yield* new TransferFailed({
        message: `The database ${names.to} is the source of the move: name another database.`
      })
    }
    yield* requireExistingDatabase(from)
    const source = yield* openDatabase(from, { exclusive: true })
    yield* Effect.provideService(migrate, SqlClient.SqlClient, source)
    const target = yield* openDatabase(to, { exclusive: true })
    yield* Effect.provideService(applyMigrations, SqlClient.SqlClient, target)
    const tables = yield* newestTableLayouts
    const key = yield* planTargetKey(settings, to, source)
    const progress = yield* findProgress(target, tables, names.from, names.to)
    const digests = yield* withFrozenTables(
      source,
      tables,
      copyAndCompare(source, target, tables, names.from, progress)
    )
    if (Option.isSome(key) && !key.value.exists) yield* writeKeyFile(key.value.path, key.value.key)
    yield* finishMove(target)
    const moved: MovedDatabase = {
      ...names,
      resumedRows: [...progress.positions.values()].reduce((sum, { rows }) => sum + rows, 0),
      tables: digests,
      keyFile: Option.map(key, (file) => file.path)
    }
    return moved
  },
  Effect.scoped,
  mapToTransferFailed((reason) => `The database was not moved: ${reason}.`)
)
