import { applyMigrations } from "@landfall/storage/Migrations"
import { finishMove, readMoveProgress } from "@landfall/storage/transfer/MoveProgress"
import { areTablesEmpty, clearTables, copyTables, wholeCopy } from "@landfall/storage/transfer/TableCopy"
import { differingTables, digestTables, type TableDigest } from "@landfall/storage/transfer/TableDigest"
import type { TableLayout } from "@landfall/storage/transfer/TableLayout"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type DatabaseLocation, formatDatabase } from "../settings/DatabaseLocation.ts"
import { openDatabase, openWorkingCopy } from "./OpenDatabase.ts"
import { TransferFailed } from "./TransferFailed.ts"
import { showTableProgress } from "./TransferReport.ts"

interface Replacement<E, R> {
  readonly database: DatabaseLocation
  /** The path of the SQLite database whose rows take the place of the stored ones. */
  readonly copy: string
  readonly force: boolean
  readonly layouts: ReadonlyArray<TableLayout>
  /** The digests of the copy. */
  readonly tables: ReadonlyArray<TableDigest>
  readonly writeKey: Effect.Effect<void, E, R>
}

/** Fills a Postgres database with the rows of a SQLite database, in one transaction. */
export const replacePostgres = Effect.fnUntraced(function* <E, R>({
  copy,
  database,
  force,
  layouts,
  tables,
  writeKey
}: Replacement<E, R>) {
  const target = yield* openDatabase(database, { exclusive: true })
  yield* Effect.provideService(applyMigrations, SqlClient.SqlClient, target)
  const source = yield* openWorkingCopy(copy)
  const replaceAll = Effect.gen(function* () {
    const unfinished = yield* readMoveProgress(target)
    if (!force && (Option.isSome(unfinished) || !(yield* areTablesEmpty(target, layouts)))) {
      return yield* new TransferFailed({
        message: `The database ${formatDatabase(database)} is not empty: restore into another database, or delete everything in this one with --force. Nothing was changed.`
      })
    }
    if (Option.isSome(unfinished)) yield* finishMove(target)
    yield* clearTables(target, layouts)
    yield* copyTables(source, target, layouts, wholeCopy(showTableProgress))
    const differing = differingTables(tables, yield* digestTables(target, layouts))
    if (differing.length > 0) {
      return yield* new TransferFailed({
        message: `The rows of ${differing.join(", ")} differ from the backup after the copy. Nothing was changed; report this.`
      })
    }
    yield* writeKey
  })
  yield* target.withTransaction(replaceAll)
}, Effect.scoped)
