import { Accounts } from "@landfall/core/accounts/Accounts"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { Limits } from "@landfall/core/limits/Limits"
import { CarryOver } from "@landfall/core/usage/PeriodOpening"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { Effect, Layer } from "effect"
import { makeSecretMask } from "../telemetry/SecretMask.ts"
import { loggingLayer } from "./Logging.ts"
import { keyBasePath, readSecretsKey } from "./SecretsKey.ts"
import { secretsIn } from "./SettingSecrets.ts"
import { readSettings, type Settings } from "./Settings.ts"

const secretBoxLayer = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(readSecretsKey(settings.secretsKey, keyBasePath(settings, settings.database)), (key) =>
      AesGcmSecretBox.layer({ key })
    )
  )

// Loaded when they are used: a command that needs no database starts sooner, and one on SQLite without the Postgres client.
const sqlite = Effect.promise(() => import("@landfall/storage/SqliteStorage"))
const postgres = Effect.promise(() => import("@landfall/storage/PostgresStorage"))

/** Every store on the database of the settings, migrated, and the box that encrypts its secrets. */
export const storageLayer = (settings: Settings) =>
  databaseLayer(settings).pipe(
    Layer.provide([Layer.succeed(CarryOver, settings.carryOver), Layer.succeed(Limits, settings.limits)])
  )

const databaseLayer = (settings: Settings) => {
  const { database } = settings
  if (database._tag === "SqliteFile") {
    const { path } = database
    return Layer.unwrap(Effect.map(sqlite, (storage) => storage.layer({ filename: path }))).pipe(
      Layer.provideMerge(secretBoxLayer(settings))
    )
  }
  return Layer.unwrap(Effect.map(postgres, (storage) => storage.layer({ url: database.url }))).pipe(
    Layer.provideMerge(secretBoxLayer(settings))
  )
}

/** Runs a command on the database of the settings, which a running server can have open too. */
export const withDatabase = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings, (settings) =>
    Effect.provide(
      effect,
      Layer.merge(Accounts.layer, ApiKeys.layer).pipe(
        Layer.provideMerge(storageLayer(settings)),
        Layer.provide(loggingLayer(settings, makeSecretMask(secretsIn(settings))))
      )
    )
  )
