import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { Effect, Layer } from "effect"
import { loggingLayer } from "./Logging.ts"
import { readSecretsKey } from "./SecretsKey.ts"
import { readSettings, type Settings } from "./Settings.ts"

/** With Postgres, the key file is `./data/landfall.key`. */
const REMOTE_DATABASE_KEY_PATH = "./data/landfall"

const secretBoxLayer = ({ secretsKey }: Settings, path: string) =>
  Layer.unwrap(Effect.map(readSecretsKey(secretsKey, path), (key) => AesGcmSecretBox.layer({ key })))

/** Every store on the database of the settings, migrated. */
export const storageLayer = (settings: Settings) => {
  const { database } = settings
  if (database._tag === "SqliteFile") {
    return SqliteStorage.layer({ filename: database.path }).pipe(Layer.provide(secretBoxLayer(settings, database.path)))
  }
  // Loaded on demand: with SQLite, which most installations use, the process starts sooner without it.
  const postgres = Effect.promise(() => import("@landfall/storage/PostgresStorage"))
  return Layer.unwrap(Effect.map(postgres, (storage) => storage.layer({ url: database.url }))).pipe(
    Layer.provide(secretBoxLayer(settings, REMOTE_DATABASE_KEY_PATH))
  )
}

/** Runs a command on the database of the settings, which a running server can have open too. */
export const withDatabase = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings, (settings) =>
    Effect.provide(
      effect,
      ApiKeys.layer.pipe(Layer.provideMerge(storageLayer(settings)), Layer.provide(loggingLayer(settings)))
    )
  )
