import { Schema } from "effect"

/** The version of the format of backup files. */
export const BACKUP_FORMAT = 1

const TableDigest = Schema.Struct({
  table: Schema.String,
  rows: Schema.Int,
  checksum: Schema.String
})

/** The contents of a backup, as its entry `manifest.json` states them. */
export const BackupManifest = Schema.Struct({
  format: Schema.Int,
  /** The version of Landfall that wrote the backup. */
  landfall: Schema.String,
  /** The number of the newest migration of the database. */
  schema: Schema.Int,
  createdAt: Schema.String,
  /** The database that was backed up, without its password. */
  database: Schema.String,
  /** Whether the backup contains the key that decrypts signing secrets. */
  secretsKey: Schema.Literals(["included", "not included"]),
  tables: Schema.Array(TableDigest)
})
export type BackupManifest = typeof BackupManifest.Type

/** The manifest as text. */
export const BackupManifestJson = Schema.fromJsonString(BackupManifest)
