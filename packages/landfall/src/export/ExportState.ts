import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, FileSystem, Path, Schema } from "effect"
import { syncToDisk } from "../transfer/BackupArchive.ts"
import { TransferFailed } from "../transfer/TransferFailed.ts"

/** The file in the folder of an export that records its progress. */
export const STATE_FILE = "landfall-export.json"

const FORMAT = 1

/** The progress of an export. */
export const ExportState = Schema.Struct({
  format: Schema.Literal(FORMAT),
  /** The database that is exported, without its password. */
  database: Schema.String,
  /** The run that is writing files, or was interrupted; null between runs. */
  runInProgress: Schema.NullOr(Schema.String),
  /** The instant before which each kind is exported. */
  exportedUntil: Schema.Struct({
    messages: Schema.optionalKey(Schema.DateTimeUtcFromString),
    attempts: Schema.optionalKey(Schema.DateTimeUtcFromString),
    usage: Schema.optionalKey(Schema.DateTimeUtcFromString)
  }),
  /** The revision of each port up to which its calls are exported. */
  portRevisions: Schema.Record(Unlocode, Schema.Int)
})
export type ExportState = typeof ExportState.Type

const ExportStateJson = Schema.fromJsonString(ExportState)
const decodeState = Schema.decodeUnknownEffect(ExportStateJson)
const encodeState = Schema.encodeEffect(ExportStateJson)

const firstState = (database: string): ExportState => ({
  format: FORMAT,
  database,
  runInProgress: null,
  exportedUntil: {},
  portRevisions: {}
})

/** Reads the state of an export to a folder; that before the first run when the folder has none. */
export const readExportState = Effect.fnUntraced(function* (folder: string, database: string) {
  const files = yield* FileSystem.FileSystem
  const file = (yield* Path.Path).join(folder, STATE_FILE)
  if (!(yield* files.exists(file))) return firstState(database)
  const state = yield* Effect.mapError(
    Effect.flatMap(files.readFileString(file), decodeState),
    () =>
      new TransferFailed({
        message: `The file ${file} is not the state of an export of this version of Landfall: name another folder.`
      })
  )
  if (state.database !== database) {
    return yield* new TransferFailed({
      message: `The folder ${folder} has an export of ${state.database}, and the database is ${database}: name another folder. When the rows were moved to this database, change "database" in ${STATE_FILE} to continue.`
    })
  }
  return state
})

/** Replaces the state of an export; a process that is killed leaves the former state or the new one. */
export const writeExportState = Effect.fnUntraced(function* (folder: string, state: ExportState) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const partial = path.join(folder, `${STATE_FILE}.partial`)
  yield* files.writeFileString(partial, `${yield* encodeState(state)}\n`)
  yield* syncToDisk(partial, "r+")
  yield* files.rename(partial, path.join(folder, STATE_FILE))
  yield* syncToDisk(folder, "r")
})
