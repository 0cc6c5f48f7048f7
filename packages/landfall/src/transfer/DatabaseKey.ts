import { hasEndpoints } from "@landfall/storage/inspection/DatabaseInspection"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { checkSecretKey } from "@landfall/storage/secrets/SecretKeyCheck"
import { Effect, FileSystem, Option, Path, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { DatabaseLocation } from "../settings/DatabaseLocation.ts"
import { writeNewFile } from "../settings/NewFile.ts"
import { MAX_KEY_FILE_BYTES, secretsKeyPath } from "../settings/SecretsKey.ts"
import type { Settings } from "../settings/Settings.ts"
import { readNamedText } from "../terminal/NamedFile.ts"

/** The key in a key file; none when there is no such file. */
export const readKeyFile = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  if (!(yield* files.exists(path))) return Option.none<Redacted.Redacted<string>>()
  return Option.some(Redacted.make((yield* readNamedText(path, MAX_KEY_FILE_BYTES)).trim()))
})

/** The key of a database, without creating one: that of the setting, else that of the key file. */
export const findSecretsKey = (settings: Settings, database: DatabaseLocation) =>
  Option.isSome(settings.secretsKey)
    ? Effect.succeed(settings.secretsKey)
    : readKeyFile(secretsKeyPath(settings, database))

/** Whether a key decrypts the stored secrets. Without a key, whether there are none. */
export const decryptsSecrets = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  key: Option.Option<Redacted.Redacted<string>>
) {
  if (Option.isNone(key)) return !(yield* hasEndpoints(sql))
  return yield* checkSecretKey.pipe(
    Effect.provide(AesGcmSecretBox.layer({ key: key.value })),
    Effect.provideService(SqlClient.SqlClient, sql),
    Effect.as(true),
    Effect.catchTag("DatabaseUnusable", () => Effect.succeed(false))
  )
})

export const isSameKey = (one: Redacted.Redacted<string>, other: Redacted.Redacted<string>): boolean =>
  Redacted.value(one) === Redacted.value(other)

/** Writes a new key file with mode 0600. Creates its folder if it is missing: with Postgres, no database file is in it. */
export const writeKeyFile = Effect.fnUntraced(function* (path: string, key: Redacted.Redacted<string>) {
  const files = yield* FileSystem.FileSystem
  yield* files.makeDirectory((yield* Path.Path).dirname(path), { recursive: true })
  yield* writeNewFile(path, `${Redacted.value(key)}\n`)
})
