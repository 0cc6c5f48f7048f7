import { formatCount } from "@landfall/core/listing/Count"
import { IN_MEMORY, prepareDatabasePath } from "@landfall/storage/sqlite/DatabasePath"
import { tightenFile } from "@landfall/storage/sqlite/FileMode"
import { Effect, FileSystem, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { readNamedText } from "../terminal/NamedFile.ts"
import type { DatabaseLocation } from "./DatabaseLocation.ts"
import type { Settings } from "./Settings.ts"

/** The path that the key file of a database is named after: that of the SQLite file, else `landfall` in the data folder. */
export const keyBasePath = ({ data }: Pick<Settings, "data">, database: DatabaseLocation): string =>
  database._tag === "SqliteFile" ? database.path : `${data}/landfall`

/** The path of the key file of a database. */
export const secretsKeyPath = (settings: Pick<Settings, "data">, database: DatabaseLocation): string =>
  `${keyBasePath(settings, database)}.key`

/** The key file is missing or too short, or cannot be read or created. */
export class SecretsKeyUnusable extends Schema.TaggedError<SecretsKeyUnusable>()("SecretsKeyUnusable", {
  message: Schema.String
}) {}

const KEY_BYTES = 32
const MIN_KEY_LENGTH = 16

/** A key file is read whole. */
export const MAX_KEY_FILE_BYTES = 64 * 1024

interface ErrorMessage {
  readonly message: string
}

const firstLineOf = ({ message }: ErrorMessage): string => message.split("\n", 1)[0] ?? ""

const makeKey = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  return Base64Url.encode(yield* random.randomBytes(KEY_BYTES))
})

/**
 * Creates the key file with mode 0600, unless another process has just created it. The key is written to a temporary
 * file and then linked, so that a process that starts at the same time never reads half a key.
 */
const createKeyFile = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const key = yield* makeKey
  const temporary = `${path}.${yield* (yield* SecureRandom.SecureRandom).uuidV4()}`
  const isCreated = yield* files.writeFileString(temporary, `${key}\n`, { flag: "wx", mode: 0o600 }).pipe(
    Effect.andThen(files.link(temporary, path)),
    Effect.as(true),
    Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.succeed(false)),
    Effect.ensuring(Effect.orDie(files.remove(temporary, { force: true })))
  )
  if (isCreated) {
    yield* Effect.logWarning(
      `LANDFALL_SECRETS_KEY is not set: signing secrets are encrypted with a new key in ${path}. Back this file up with the database, or set the variable.`
    )
  }
  return isCreated
})

/** The key that encrypts signing secrets. */
export interface SecretsKey {
  readonly key: Redacted.Redacted<string>
  /** The key file, when this process has created it. */
  readonly createdFile: Option.Option<string>
}

const existingKey = (key: Redacted.Redacted<string>): SecretsKey => ({ key, createdFile: Option.none() })

/** The key that encrypts signing secrets: the setting, else the content of the key file, `databasePath` with `.key` appended. */
export const readSecretsKey = Effect.fn("SecretsKey.read")(function* (
  setting: Option.Option<Redacted.Redacted<string>>,
  databasePath: string
) {
  if (Option.isSome(setting)) return existingKey(setting.value)
  const files = yield* FileSystem.FileSystem
  const path = `${databasePath}.key`
  const unusable = (problem: string) => (error: ErrorMessage) =>
    new SecretsKeyUnusable({
      message: `The key file ${path} ${problem} (${firstLineOf(error)}). Set LANDFALL_SECRETS_KEY, or make the folder writable.`
    })
  // A database in memory ends with the process, and so does its key.
  if (databasePath === IN_MEMORY) return existingKey(Redacted.make(yield* makeKey))
  yield* prepareDatabasePath(databasePath)
  // The database is inspected before the key file: a process that starts at the same time creates the key first.
  const hasDatabase = yield* files.stat(databasePath).pipe(
    Effect.map(({ size }) => size > 0),
    Effect.orElseSucceed(() => false)
  )
  const exists = yield* files.exists(path).pipe(Effect.mapError(unusable("cannot be inspected")))
  if (!exists && hasDatabase) {
    return yield* new SecretsKeyUnusable({
      message: `The key file ${path} is missing, and the database ${databasePath} was created with a key: restore ${path} from the backup, or set LANDFALL_SECRETS_KEY to the key that was used.`
    })
  }
  const isCreated = exists ? false : yield* Effect.mapError(createKeyFile(path), unusable("cannot be created"))
  yield* tightenFile(path)
  const key = (yield* readNamedText(path, MAX_KEY_FILE_BYTES).pipe(Effect.mapError(unusable("cannot be read")))).trim()
  if (key.length < MIN_KEY_LENGTH) {
    return yield* new SecretsKeyUnusable({
      message: `The key file ${path} has ${formatCount(key.length, "character")}; a key has at least ${MIN_KEY_LENGTH}. Restore the file from the backup.`
    })
  }
  const created: SecretsKey = { key: Redacted.make(key), createdFile: isCreated ? Option.some(path) : Option.none() }
  return created
})
