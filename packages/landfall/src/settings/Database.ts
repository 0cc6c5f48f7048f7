import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { Effect, Layer, Option, Redacted } from "effect"
import { loggingLayer } from "./Logging.ts"
import { readSecretsKey } from "./SecretsKey.ts"
import { readSettings, type Settings } from "./Settings.ts"

const SCHEME = "sqlite:"

/** Beside this lies the key file of a database that is not a file here. */
const REMOTE_DATABASE_KEY_PATH = "./data/landfall"

const secretBoxLayer = (settings: Settings, path: string) =>
  Effect.map(readSecretsKey(settings.secretsKey, path), (key) => AesGcmSecretBox.layer({ key }))

/** The file that the settings keep the data in; none where they name a server. */
export const databaseFile = ({ databaseUrl }: Settings): Option.Option<string> =>
  databaseUrl.startsWith(SCHEME) ? Option.some(databaseUrl.slice(SCHEME.length)) : Option.none()

const sqliteLayer = Effect.fnUntraced(function* (settings: Settings, filename: string) {
  return SqliteStorage.layer({ filename }).pipe(Layer.provide(yield* secretBoxLayer(settings, filename)))
})

const postgresLayer = Effect.fnUntraced(function* (settings: Settings) {
  // Read when it is wanted: most who run this keep a file, and start sooner without it.
  const PostgresStorage = yield* Effect.promise(() => import("@landfall/storage/PostgresStorage"))
  const url = Redacted.make(settings.databaseUrl)
  return PostgresStorage.layer({ url }).pipe(Layer.provide(yield* secretBoxLayer(settings, REMOTE_DATABASE_KEY_PATH)))
})

/** Every store on the database of the settings, migrated. */
export const storageLayer = (settings: Settings) =>
  Option.match(databaseFile(settings), {
    onNone: () => Layer.unwrap(postgresLayer(settings)),
    onSome: (filename) => Layer.unwrap(sqliteLayer(settings, filename))
  })

/** Runs a command on the database that the settings name, which a running server may have open too. */
export const withDatabase = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings, (settings) =>
    Effect.provide(
      effect,
      ApiKeys.layer.pipe(Layer.provideMerge(storageLayer(settings)), Layer.provide(loggingLayer(settings)))
    )
  )
