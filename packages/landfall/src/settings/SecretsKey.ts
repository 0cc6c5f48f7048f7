import { IN_MEMORY, prepareDatabasePath } from "@landfall/storage/sqlite/DatabasePath"
import { Effect, FileSystem, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"

/** The key file cannot be read or made. */
export class SecretsKeyUnusable extends Schema.TaggedError<SecretsKeyUnusable>()("SecretsKeyUnusable", {
  message: Schema.String
}) {}

const KEY_BYTES = 32
const MIN_KEY_LENGTH = 16

interface ErrorMessage {
  readonly message: string
}

const reasonOf = (error: ErrorMessage): string => error.message.split("\n", 1)[0] ?? ""

const makeKey = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  return Base64Url.encode(yield* random.randomBytes(KEY_BYTES))
})

/**
 * Makes the key file unless another process has just done so, readable by its owner alone. It is written beside and then
 * given its name, so that whoever starts at the same time never reads half of it.
 */
const makeKeyFile = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const key = yield* makeKey
  const beside = `${path}.${yield* (yield* SecureRandom.SecureRandom).uuidV4()}`
  const made = yield* files.writeFileString(beside, `${key}\n`, { flag: "wx", mode: 0o600 }).pipe(
    Effect.andThen(files.link(beside, path)),
    Effect.as(true),
    Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.succeed(false)),
    Effect.ensuring(Effect.orDie(files.remove(beside, { force: true })))
  )
  if (made) {
    yield* Effect.logWarning(
      `LANDFALL_SECRETS_KEY is not set: signing secrets are sealed with a new key in ${path}. Back this file up with the database, or set the variable.`
    )
  }
})

/** The key that seals signing secrets: the setting, else what a key file beside the database says. */
export const readSecretsKey = Effect.fn("SecretsKey.read")(function* (
  setting: Option.Option<Redacted.Redacted<string>>,
  databasePath: string
) {
  if (Option.isSome(setting)) return setting.value
  const files = yield* FileSystem.FileSystem
  const path = `${databasePath}.key`
  const unusable = (what: string) => (error: ErrorMessage) =>
    new SecretsKeyUnusable({
      message: `The key file ${path} ${what} (${reasonOf(error)}). Set LANDFALL_SECRETS_KEY, or make the folder writable.`
    })
  // A database in memory ends with the process, and its key with it.
  if (databasePath === IN_MEMORY) return Redacted.make(yield* makeKey)
  yield* prepareDatabasePath(databasePath)
  // In this order: a start at the same time makes the key before it makes the database.
  const hasDatabase = yield* files.stat(databasePath).pipe(
    Effect.map(({ size }) => size > 0),
    Effect.orElseSucceed(() => false)
  )
  const exists = yield* files.exists(path).pipe(Effect.mapError(unusable("cannot be looked for")))
  if (!exists && hasDatabase) {
    return yield* new SecretsKeyUnusable({
      message: `The key file ${path} is missing, and the database ${databasePath} was made with a key: put ${path} back from the backup, or set LANDFALL_SECRETS_KEY to the key that was used.`
    })
  }
  if (!exists) yield* makeKeyFile(path).pipe(Effect.mapError(unusable("cannot be made")))
  const key = (yield* files.readFileString(path).pipe(Effect.mapError(unusable("cannot be read")))).trim()
  if (key.length < MIN_KEY_LENGTH) {
    return yield* new SecretsKeyUnusable({
      message: `The key file ${path} is too short to be one that Landfall made. Put the backup of it in its place.`
    })
  }
  return Redacted.make(key)
})
