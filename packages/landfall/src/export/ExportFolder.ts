import { Effect, FileSystem, Path, type Scope } from "effect"
import { syncToDisk } from "../transfer/BackupArchive.ts"
import { acquireProcessLock } from "../transfer/ProcessLock.ts"
import { TransferFailed } from "../transfer/TransferFailed.ts"
import { createParquetFile, type ParquetColumns, type ParquetFile } from "./ParquetFile.ts"

/** The file that exists while a run writes to the folder. */
const LOCK_FILE = "landfall-export.lock"

/** The end of the name of a file that is not complete. */
const PARTIAL = ".partial"

/** The folder of an export, which one run at a time writes to. */
export interface ExportFolder {
  /** Creates a file below the folder. It gets its name with `publish`, unless it has no rows. */
  readonly create: (
    file: string,
    columns: ParquetColumns,
    metadata?: Readonly<Record<string, string>>
  ) => Effect.Effect<ParquetFile, unknown, Scope.Scope>
  /** Gives the files with rows their names, and deletes the others. */
  readonly publish: Effect.Effect<void, unknown>
  /** Deletes the files of an interrupted run: incomplete files, and those with the name of the run. */
  readonly discardRun: (run: string) => Effect.Effect<void, unknown>
}

/** Opens the folder of an export for one run, and creates it if it is missing. Closes with the scope. */
export const acquireFolder = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  if ((yield* files.exists(folder)) && (yield* files.stat(folder)).type !== "Directory") {
    return yield* new TransferFailed({ message: `${folder} is a file: name a folder for the export.` })
  }
  yield* files.makeDirectory(folder, { recursive: true })
  yield* acquireProcessLock(path.join(folder, LOCK_FILE), `Another export to ${folder}`)
  /** The paths of the files of this run, with the number of rows of those that are finished. */
  const created = new Map<string, number>()

  const publishFile = Effect.fnUntraced(function* (file: string, rows: number) {
    if (rows === 0) return yield* files.remove(`${file}${PARTIAL}`)
    yield* syncToDisk(`${file}${PARTIAL}`, "r+")
    yield* files.rename(`${file}${PARTIAL}`, file)
    yield* syncToDisk(path.dirname(file), "r")
  })
  const provide = Effect.provideContext(yield* Effect.context<FileSystem.FileSystem>())

  const opened: ExportFolder = {
    create: Effect.fnUntraced(function* (name, columns, metadata) {
      const file = path.join(folder, name)
      yield* files.makeDirectory(path.dirname(file), { recursive: true })
      created.set(file, 0)
      const parquet = yield* createParquetFile(`${file}${PARTIAL}`, columns, metadata)
      return { ...parquet, finish: Effect.tap(parquet.finish, (rows) => Effect.sync(() => created.set(file, rows))) }
    }),
    publish: Effect.forEach(created, ([file, rows]) => publishFile(file, rows), { discard: true }).pipe(provide),
    discardRun: Effect.fnUntraced(function* (run) {
      for (const name of yield* files.readDirectory(folder, { recursive: true })) {
        if (name.endsWith(`.parquet${PARTIAL}`) || path.basename(name) === `${run}.parquet`)
          yield* files.remove(path.join(folder, name), { force: true })
      }
    })
  }
  return opened
})
