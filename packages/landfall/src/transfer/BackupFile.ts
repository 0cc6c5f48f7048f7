import { Effect, FileSystem, Option } from "effect"
import { apiKeyFilePath } from "../settings/ApiKeyFile.ts"
import { secretsKeyPath } from "../settings/SecretsKey.ts"
import type { Settings } from "../settings/Settings.ts"
import { TransferFailed } from "./TransferFailed.ts"

const KINDS: Readonly<Partial<Record<FileSystem.File.Type, string>>> = {
  Directory: "a folder",
  CharacterDevice: "a device",
  BlockDevice: "a device",
  FIFO: "a pipe",
  Socket: "a socket"
}

/** The files of an installation, which exist or not. */
const filesOf = (settings: Settings): ReadonlyArray<string> => {
  const { database } = settings
  const ofDatabase =
    database._tag === "SqliteFile" ? ["", "-wal", "-shm"].map((suffix) => `${database.path}${suffix}`) : []
  return [...ofDatabase, secretsKeyPath(settings, database), apiKeyFilePath(settings)]
}

const inspect = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  return (yield* files.exists(file)) ? Option.some(yield* files.stat(file)) : Option.none()
})

const sameFile = (one: FileSystem.File.Info, other: FileSystem.File.Info): boolean =>
  one.dev === other.dev && Option.isSome(one.ino) && Option.isSome(other.ino) && one.ino.value === other.ino.value

/**
 * Fails when a backup may not take the place of `file`: without `force` when it exists, and always when it is not a regular
 * file, or one that this installation uses, also by another name of it.
 */
export const requireReplaceable = Effect.fnUntraced(function* (settings: Settings, file: string, force: boolean) {
  const existing = yield* inspect(file)
  if (Option.isNone(existing)) return
  const kind = KINDS[existing.value.type]
  if (kind !== undefined) {
    return yield* new TransferFailed({ message: `${file} is ${kind}: name another file for the backup.` })
  }
  if (!force) {
    return yield* new TransferFailed({
      message: `The file ${file} exists: name another file, or replace it with --force.`
    })
  }
  for (const own of filesOf(settings)) {
    const used = yield* inspect(own)
    if (Option.isSome(used) && sameFile(existing.value, used.value)) {
      return yield* new TransferFailed({
        message: `The file ${file} is ${own}, which this installation uses: name another file for the backup.`
      })
    }
  }
})

/** Fails when a backup cannot be read from `file`, because it does not exist, or is a folder or a device. */
export const requireReadable = Effect.fnUntraced(function* (file: string) {
  const existing = yield* inspect(file)
  if (Option.isNone(existing)) {
    return yield* new TransferFailed({
      message: `The file ${file} does not exist: name a file that landfall backup wrote.`
    })
  }
  const { type } = existing.value
  const kind = KINDS[type]
  // A shell passes the output of another command as a pipe.
  if (kind !== undefined && type !== "FIFO") {
    return yield* new TransferFailed({ message: `${file} is ${kind}: name a file that landfall backup wrote.` })
  }
})
