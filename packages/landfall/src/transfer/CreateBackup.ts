import { applyMigrations, NEWEST_MIGRATION, newestApplied } from "@landfall/storage/Migrations"
import { withSnapshot } from "@landfall/storage/transfer/DatabaseSnapshot"
import { closeWriteAheadLog, findDamage, writeSnapshot } from "@landfall/storage/transfer/SqliteSnapshot"
import { copyTables, wholeCopy } from "@landfall/storage/transfer/TableCopy"
import { digestTables } from "@landfall/storage/transfer/TableDigest"
import { newestTableLayouts, readTableLayouts } from "@landfall/storage/transfer/TableLayout"
import { DateTime, Effect, FileSystem, Option, Path, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { formatDatabase } from "../settings/DatabaseLocation.ts"
import { requireExistingDatabase } from "../settings/ExistingDatabase.ts"
import { secretsKeyPath } from "../settings/SecretsKey.ts"
import type { Settings } from "../settings/Settings.ts"
import { VERSION } from "../telemetry/Version.ts"
import { BackupEntry, extractArchive, packArchive, syncToDisk } from "./BackupArchive.ts"
import { requireReplaceable } from "./BackupFile.ts"
import { BACKUP_FORMAT, type BackupManifest, BackupManifestJson } from "./BackupManifest.ts"
import { decryptsSecrets, findSecretsKey } from "./DatabaseKey.ts"
import { openDatabase, openWorkingCopy } from "./OpenDatabase.ts"
import { mapToTransferFailed, TransferFailed } from "./TransferFailed.ts"
import { showTableProgress } from "./TransferReport.ts"
import { makeWorkingFolder, VERIFIED_FOLDER, WORKING_ARCHIVE } from "./WorkingFolder.ts"

/** A backup that was written and verified. */
export interface CreatedBackup {
  readonly file: string
  readonly bytes: number
  readonly manifest: BackupManifest
}

const readSchemaNumber = (sql: SqlClient.SqlClient) =>
  newestApplied.pipe(
    Effect.provideService(SqlClient.SqlClient, sql),
    Effect.catchTag("SqlError", () =>
      Effect.fail(new TransferFailed({ message: "The database is not one of Landfall: check LANDFALL_DATABASE_URL." }))
    )
  )

/** Writes one state of the database to a SQLite file, while servers and workers run. The database is not migrated. */
const snapshotTo = Effect.fnUntraced(function* ({ database }: Settings, path: string) {
  const sql = yield* openDatabase(database, { exclusive: false })
  const schema = yield* readSchemaNumber(sql)
  if (database._tag === "SqliteFile") return yield* writeSnapshot(sql, path)
  if (schema !== NEWEST_MIGRATION) {
    return yield* new TransferFailed({
      message: `The database has schema ${schema}, and this version of Landfall reads schema ${NEWEST_MIGRATION} from Postgres: use pg_dump, or run the version that belongs to the database.`
    })
  }
  const copy = yield* openWorkingCopy(path)
  yield* Effect.provideService(applyMigrations, SqlClient.SqlClient, copy)
  const tables = yield* newestTableLayouts
  yield* withSnapshot(sql, copyTables(sql, copy, tables, wholeCopy(showTableProgress)))
}, Effect.scoped)

/** Checks the copy, and describes it. */
const inspectCopy = Effect.fnUntraced(function* (settings: Settings, path: string) {
  const sql = yield* openWorkingCopy(path)
  const faults = yield* findDamage(sql)
  if (faults.length > 0) {
    return yield* new TransferFailed({
      message: `The database is damaged (${faults.join("; ")}): no backup was written. Restore an earlier backup, or recover what is readable with the .recover command of sqlite3.`
    })
  }
  const key = yield* findSecretsKey(settings, settings.database)
  if (!(yield* decryptsSecrets(sql, key))) {
    return yield* new TransferFailed({
      message: Option.isSome(key)
        ? `The key in ${Option.isSome(settings.secretsKey) ? "LANDFALL_SECRETS_KEY" : secretsKeyPath(settings, settings.database)} does not decrypt the signing secrets of this database: no backup was written. Give this command the settings of the server.`
        : `The key file ${secretsKeyPath(settings, settings.database)} is missing, and without the key the signing secrets in a backup cannot be read: no backup was written. Give this command the settings of the server, such as LANDFALL_SECRETS_KEY, and run it in the server's folder.`
    })
  }
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    landfall: VERSION,
    schema: yield* readSchemaNumber(sql),
    createdAt: DateTime.formatIso(yield* DateTime.now),
    database: formatDatabase(settings.database),
    secretsKey: Option.isNone(settings.secretsKey) && Option.isSome(key) ? "included" : "not included",
    tables: yield* digestTables(sql, yield* readTableLayouts(sql))
  }
  yield* closeWriteAheadLog(sql)
  return { manifest, key }
}, Effect.scoped)

/**
 * Writes a backup of the database to one file: a tar file with the database as a SQLite file, the key file, a manifest
 * and SHA-256 digests. Servers and workers can run and write meanwhile. The file appears under its name when it has been
 * read back and verified; a failure leaves nothing behind.
 */
export const createBackup = Effect.fn("Backup.create")(
  function* (settings: Settings, file: string, force: boolean) {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    yield* requireExistingDatabase(settings.database)
    yield* requireReplaceable(settings, file, force)
    const folder = path.dirname(path.resolve(file))
    if (!(yield* files.exists(folder))) {
      return yield* new TransferFailed({
        message: `The folder ${folder} does not exist: create it, or name another file.`
      })
    }
    const partial = `${path.resolve(file)}.partial`
    yield* makeWorkingFolder(partial, `Another backup to ${file}`)
    const copy = path.join(partial, BackupEntry.database)
    yield* snapshotTo(settings, copy)
    const { key, manifest } = yield* inspectCopy(settings, copy)
    const text = yield* Schema.encodeEffect(BackupManifestJson)(manifest)
    yield* files.writeFileString(path.join(partial, BackupEntry.manifest), text)
    const names: Array<string> = [BackupEntry.manifest, BackupEntry.database]
    if (manifest.secretsKey === "included" && Option.isSome(key)) {
      yield* files.writeFileString(path.join(partial, BackupEntry.key), `${Redacted.value(key.value)}\n`)
      names.push(BackupEntry.key)
    }
    const archive = path.join(partial, WORKING_ARCHIVE)
    yield* packArchive(partial, names, archive)
    // Read back from the file, so that what was verified is what was written.
    yield* files.remove(copy)
    const extracted = path.join(partial, VERIFIED_FOLDER)
    yield* files.makeDirectory(extracted)
    yield* extractArchive(archive, extracted)
    const { size } = yield* files.stat(archive)
    yield* files.rename(archive, file)
    yield* syncToDisk(folder, "r")
    const created: CreatedBackup = { file, bytes: Number(size), manifest }
    return created
  },
  Effect.scoped,
  (effect, _settings, file) => mapToTransferFailed((reason) => `The backup ${file} was not written: ${reason}.`)(effect)
)
