import { dirname, join } from "node:path"
import { IN_MEMORY } from "@landfall/storage/sqlite/DatabasePath"
import { Effect, FileSystem, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { writeNewFile } from "./NewFile.ts"
import type { Settings } from "./Settings.ts"

const FILE_NAME = "landfall.api-key"

/** The first API key cannot be handed over; no key was created. */
export class ApiKeyFileUnwritable extends Schema.TaggedError<ApiKeyFileUnwritable>()("ApiKeyFileUnwritable", {
  message: Schema.String
}) {}

/** The file of the first API key: beside the SQLite file, otherwise in the data folder. */
export const apiKeyFilePath = ({ data, database }: Pick<Settings, "data" | "database">): string =>
  database._tag === "SqliteFile" && database.path !== IN_MEMORY
    ? join(dirname(database.path), FILE_NAME)
    : join(data, FILE_NAME)

/** Writes the first API key to a file that only this user can read, in place of a file from an earlier database. */
export const writeApiKeyFile = Effect.fnUntraced(
  function* (path: string, secret: Redacted.Redacted<string>) {
    const files = yield* FileSystem.FileSystem
    const temporary = `${path}.${yield* (yield* SecureRandom.SecureRandom).uuidV4()}`
    yield* files.makeDirectory(dirname(path), { recursive: true })
    yield* writeNewFile(temporary, `${Redacted.value(secret)}\n`)
    yield* files.rename(temporary, path)
  },
  (effect, path) =>
    Effect.catchTag(
      effect,
      "PlatformError",
      ({ reason }) =>
        new ApiKeyFileUnwritable({
          message: `The first API key cannot be written to ${path} (${reason._tag}), so that none was created: make the folder writable, set LANDFALL_API_KEY, or start on a terminal.`
        })
    )
)
