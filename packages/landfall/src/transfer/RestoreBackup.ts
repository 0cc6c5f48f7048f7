import { findForeignPrograms } from "@landfall/storage/cells/ForeignPrograms"
import { applyMigrations, NEWEST_MIGRATION } from "@landfall/storage/Migrations"
import { closeWriteAheadLog, findDamage } from "@landfall/storage/transfer/SqliteSnapshot"
import { differingTables, digestTables, type TableDigest } from "@landfall/storage/transfer/TableDigest"
import { readTableLayouts } from "@landfall/storage/transfer/TableLayout"
import { DateTime, Effect, FileSystem, type Option, Path, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { keyBasePath } from "../settings/SecretsKey.ts"
import type { Settings } from "../settings/Settings.ts"
import { readNamedText } from "../terminal/NamedFile.ts"
import { BackupEntry, extractArchive, MAX_TEXT_ENTRY_BYTES } from "./BackupArchive.ts"
import { requireReadable } from "./BackupFile.ts"
import { BACKUP_FORMAT, type BackupManifest, BackupManifestJson } from "./BackupManifest.ts"
import { openWorkingCopy } from "./OpenDatabase.ts"
import { replacePostgres } from "./ReplacePostgres.ts"
import { replaceSqlite } from "./ReplaceSqlite.ts"
import { applyKeyPlan, type KeyPlan, planKey } from "./RestoreKey.ts"
import { mapToTransferFailed, reasonOf, TransferFailed } from "./TransferFailed.ts"
import { makeWorkingFolder } from "./WorkingFolder.ts"

/** A backup that was restored. */
export interface RestoredBackup {
  readonly manifest: BackupManifest
  readonly tables: ReadonlyArray<TableDigest>
  readonly key: KeyPlan["_tag"]
  /** The paths of the retained, replaced files. */
  readonly retained: ReadonlyArray<string>
}

const readManifest = Effect.fnUntraced(function* (file: string, folder: string) {
  const path = yield* Path.Path
  const text = yield* readNamedText(path.join(folder, BackupEntry.manifest), MAX_TEXT_ENTRY_BYTES)
  const manifest = yield* Schema.decodeEffect(BackupManifestJson)(text)
  if (manifest.format > BACKUP_FORMAT || manifest.schema > NEWEST_MIGRATION) {
    return yield* new TransferFailed({
      message: `The backup ${file} was made by Landfall ${manifest.landfall} with schema ${manifest.schema}, and this version supports schema ${NEWEST_MIGRATION}: install that version or a newer one. Nothing was changed.`
    })
  }
  return manifest
})

const notOfLandfall = (file: string, fault: string) =>
  Effect.fail(
    new TransferFailed({
      message: `The database in ${file} has parts that Landfall does not create (${fault}). Nothing was changed; use another backup.`
    })
  )

/**
 * Checks the extracted database against the manifest, brings its schema up to date, and plans the change of the key
 * file.
 */
const prepareCopy = Effect.fnUntraced(function* (settings: Settings, file: string, folder: string, force: boolean) {
  const path = yield* Path.Path
  const manifest = yield* readManifest(file, folder)
  const sql = yield* openWorkingCopy(path.join(folder, BackupEntry.database))
  const faults = yield* findDamage(sql)
  const [foreign] = yield* findForeignPrograms(sql)
  if (foreign !== undefined) return yield* notOfLandfall(file, `it has the ${foreign}`)
  const readLayouts = Effect.catchDefect(readTableLayouts(sql), (defect) => notOfLandfall(file, reasonOf(defect)))
  const digests = yield* digestTables(sql, yield* readLayouts)
  const differing = differingTables(manifest.tables, digests)
  if (faults.length > 0 || differing.length > 0) {
    const fault = faults.length > 0 ? faults.join("; ") : `the rows of ${differing.join(", ")} differ from the manifest`
    return yield* new TransferFailed({
      message: `The database in ${file} is damaged (${fault}). Nothing was changed; use another backup.`
    })
  }
  const key = yield* planKey(settings, folder, sql, force)
  yield* Effect.provideService(applyMigrations, SqlClient.SqlClient, sql)
  const layouts = yield* readTableLayouts(sql)
  const tables = yield* digestTables(sql, layouts)
  yield* closeWriteAheadLog(sql)
  return { manifest, key, layouts, tables }
}, Effect.scoped)

const timeStamp = Effect.map(DateTime.now, (now) => DateTime.formatIso(now).replaceAll(/[-:]|\.\d+/g, ""))

/**
 * Restores a backup into the database of the settings. The backup is verified before anything is changed. A database that
 * another process uses is never replaced; one that is not empty is replaced with `force` only, and a SQLite file is then
 * retained under another name.
 */
export const restoreBackup = Effect.fn("Backup.restore")(
  function* (settings: Settings, file: string, force: boolean) {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    yield* requireReadable(file)
    const base = path.resolve(keyBasePath(settings, settings.database))
    yield* files.makeDirectory(path.dirname(base), { recursive: true })
    const folder = `${base}.restoring`
    yield* makeWorkingFolder(folder, `Another restore to ${base}`)
    yield* extractArchive(file, folder)
    const { key, layouts, manifest, tables } = yield* prepareCopy(settings, file, folder, force)
    const copy = path.join(folder, BackupEntry.database)
    const suffix = `.replaced-${yield* timeStamp}`
    const { database } = settings
    const retained: Array<Option.Option<string>> = []
    const writeKey = Effect.map(applyKeyPlan(settings, key, suffix), (name) => void retained.push(name))
    if (database._tag === "SqliteFile") {
      retained.push(yield* replaceSqlite({ database, copy, force, suffix, writeKey }))
    } else {
      yield* replacePostgres({ database, copy, force, layouts, tables, writeKey })
    }
    const restored: RestoredBackup = {
      manifest,
      tables,
      key: key._tag,
      retained: retained.flatMap((name) => (name._tag === "Some" ? [name.value] : []))
    }
    return restored
  },
  Effect.scoped,
  (effect, _settings, file) =>
    mapToTransferFailed((reason) => `The backup ${file} was not restored: ${reason}.`)(effect)
)
