import { chmodSync, closeSync, fchmodSync, openSync, statSync } from "node:fs"
import process from "node:process"
import { Effect, Option, Predicate } from "effect"

/** The mode of files that this process creates: only their owner reads and writes them, whatever the umask. */
const PRIVATE_MODE = 0o600

const GROUP_WRITE = 0o020
const GROUP_AND_OTHERS = 0o077
const OTHERS = 0o007

/**
 * The mode that a file of a database or a key should have. A file that its group may write is shared on purpose, such as
 * by a server and a worker of two users: there, only the access of others is removed.
 */
export const privateMode = (mode: number): number => mode & ~(mode & GROUP_WRITE ? OTHERS : GROUP_AND_OTHERS) & 0o777

const formatMode = (mode: number): string => (mode & 0o777).toString(8).padStart(3, "0")

const isAlreadyThere = (cause: unknown): boolean => Predicate.hasProperty(cause, "code") && cause.code === "EEXIST"

/** Creates an empty file with mode 0600 if it does not exist. SQLite gives the files beside it the same mode. */
export const createPrivateFile = (path: string): void => {
  try {
    const file = openSync(path, "ax", PRIVATE_MODE)
    try {
      fchmodSync(file, PRIVATE_MODE)
    } finally {
      closeSync(file)
    }
  } catch (cause) {
    if (!isAlreadyThere(cause)) throw cause
  }
}

/** The mode of a file and the one that it should have; none when it has that one, or where files have no modes. */
export const findWideMode = (path: string): Option.Option<{ readonly mode: string; readonly proper: string }> => {
  if (process.getuid === undefined) return Option.none()
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || (stat.mode & 0o777) === privateMode(stat.mode)) return Option.none()
  return Option.some({ mode: formatMode(stat.mode), proper: formatMode(privateMode(stat.mode)) })
}

/** Removes the access of other users to a file, and logs that. Logs what to do when this user may not. */
export const tightenFile = (path: string) =>
  Effect.suspend(() =>
    Option.match(findWideMode(path), {
      onNone: () => Effect.void,
      onSome: ({ mode, proper }) =>
        Effect.try({ try: () => chmodSync(path, Number.parseInt(proper, 8)), catch: (cause) => cause }).pipe(
          Effect.andThen(
            Effect.logWarning(`Other users could read ${path} (mode ${mode}): this process set its mode to ${proper}.`)
          ),
          Effect.catch(() =>
            Effect.logWarning(`Other users can read ${path} (mode ${mode}). Run: chmod ${proper} ${path}`)
          )
        )
    })
  )
