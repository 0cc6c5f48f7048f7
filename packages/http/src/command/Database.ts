import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import * as AesGcmSecretBox from "@landfall/storage/AesGcmSecretBox"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import { Effect, Layer } from "effect"
import { logging } from "./Logging.ts"
import { secretsKey } from "./SecretsKey.ts"
import { readSettings, type Settings } from "./Settings.ts"

const SCHEME = "sqlite:"

/** The file that a database URL names. */
export const databasePath = (url: string): string => url.slice(SCHEME.length)

/** Every store on the database of the settings, migrated. */
export const storageLayer = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const filename = databasePath(settings.databaseUrl)
      const key = yield* secretsKey(settings.secretsKey, filename)
      return SqliteStorage.layer({ filename }).pipe(Layer.provide(AesGcmSecretBox.layer({ key })))
    })
  )

/** Runs a command on the database that the settings name, which a running server may have open too. */
export const withDatabase = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings, (settings) =>
    Effect.provide(
      effect,
      ApiKeys.layer.pipe(Layer.provideMerge(storageLayer(settings)), Layer.provide(logging(settings)))
    )
  )
