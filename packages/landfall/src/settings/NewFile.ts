import { Effect, FileSystem } from "effect"

const PRIVATE_MODE = 0o600

/**
 * Writes a new file that only this user can read. Fails with the reason `AlreadyExists` when there is a file of this name.
 * Every other failure, such as a full disk, leaves no part of the file behind.
 */
export const writeNewFile = Effect.fnUntraced(function* (path: string, text: string) {
  const files = yield* FileSystem.FileSystem
  yield* files.writeFileString(path, text, { flag: "wx", mode: PRIVATE_MODE }).pipe(
    Effect.tapError(({ reason }) =>
      // The failure to write is the one to report, not that to remove what was written.
      reason._tag === "AlreadyExists" ? Effect.void : Effect.exit(files.remove(path, { force: true }))
    )
  )
})
