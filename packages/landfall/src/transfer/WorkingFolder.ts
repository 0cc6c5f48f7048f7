import { Effect, FileSystem, Path } from "effect"
import { BackupEntry } from "./BackupArchive.ts"
import { acquireProcessLock } from "./ProcessLock.ts"
import { TransferFailed } from "./TransferFailed.ts"

/** The archive that is being written, in the working folder of a backup. */
export const WORKING_ARCHIVE = "backup.tar"

/** The folder in which an archive is read back. */
export const VERIFIED_FOLDER = "verified"

const DATABASE_LOGS = ["-wal", "-shm", "-journal"].map((suffix) => `${BackupEntry.database}${suffix}`)

const WORKING_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(BackupEntry),
  ...DATABASE_LOGS,
  WORKING_ARCHIVE,
  VERIFIED_FOLDER
])

/**
 * Creates the folder in which a backup is written or read, and removes it with the scope. It replaces the folder of a
 * run that was killed, and no other file or folder. One run at a time uses it.
 *
 * @param running what another run in the folder does, as the subject of a sentence
 */
export const makeWorkingFolder = Effect.fnUntraced(function* (folder: string, running: string) {
  const files = yield* FileSystem.FileSystem
  yield* acquireProcessLock(`${folder}.lock`, running)
  const path = yield* Path.Path
  const reject = (what: string) =>
    new TransferFailed({
      message: `This command works in the folder ${folder}, and ${what}: move it away, and run the command again. Nothing was changed.`
    })
  if (yield* files.exists(folder)) {
    if ((yield* files.stat(folder)).type !== "Directory") return yield* reject("there is a file of this name")
    const foreign = (yield* files.readDirectory(folder)).find((name) => !WORKING_NAMES.has(path.basename(name)))
    if (foreign !== undefined) return yield* reject(`it contains ${foreign}, which no backup creates`)
    yield* files.remove(folder, { recursive: true, force: true })
  }
  yield* Effect.acquireRelease(files.makeDirectory(folder, { mode: 0o700 }), () =>
    Effect.orDie(files.remove(folder, { recursive: true, force: true }))
  )
})
