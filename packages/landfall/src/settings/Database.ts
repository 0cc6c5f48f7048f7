import { Limits } from "@landfall/core/limits/Limits"
import { CarryOver } from "@landfall/core/usage/PeriodOpening"
import * as DatabasePreparation from "@landfall/storage/DatabasePreparation"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import * as AccountFences from "@landfall/storage/sql/AccountFences"
import { Effect, Layer, Option } from "effect"
import { makeSecretMask } from "../telemetry/SecretMask.ts"
import { loggingLayer } from "./Logging.ts"
import { keyBasePath, readSecretsKey } from "./SecretsKey.ts"
import { secretsIn } from "./SettingSecrets.ts"
import { readSettings, type Settings } from "./Settings.ts"
import type { DatabaseLocation } from "./SettingValues.ts"

const secretBoxLayer = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(readSecretsKey(settings.secretsKey, keyBasePath(settings, settings.database)), (key) =>
      AesGcmSecretBox.layer({ key })
    )
  )

// One of them is loaded: a command on SQLite starts without the Postgres client.
const sqlite = Effect.promise(() => import("@landfall/storage/sqlite/SqliteDatabase"))
const postgres = Effect.promise(() => import("@landfall/storage/postgres/PostgresDatabase"))

/** The client of the database of the settings, and what the stores on it need besides. */
const clientLayer = ({ database, listenUrl }: Pick<Settings, "database" | "listenUrl">) =>
  database._tag === "SqliteFile"
    ? Layer.unwrap(Effect.map(sqlite, ({ layer }) => layer({ filename: database.path })))
    : Layer.unwrap(
        Effect.map(postgres, ({ layer }) => layer({ url: database.url, listenUrl: Option.getOrUndefined(listenUrl) }))
      )

/** Stores on the database of the settings, which is brought up to date first, and the box that encrypts its secrets. */
export const storageLayer = <A, E, R>(settings: Settings, stores: Layer.Layer<A, E, R>) =>
  stores.pipe(
    Layer.provide(DatabasePreparation.layer),
    Layer.provide(clientLayer(settings)),
    Layer.provideMerge(secretBoxLayer(settings)),
    Layer.provide([Layer.succeed(CarryOver, settings.carryOver), Layer.succeed(Limits, settings.limits)])
  )

/** The client of another cell than the home cell, brought up to date. Requires the box that encrypts its secrets. */
export const cellClientLayer = (database: DatabaseLocation) =>
  DatabasePreparation.layer.pipe(
    Layer.provideMerge(clientLayer({ database, listenUrl: Option.none() })),
    Layer.tap((context) => Layer.build(AccountFences.layer).pipe(Effect.provideContext(context)))
  )

/** The settings that the stores of every cell share. */
export const sharedStorageLayer = (settings: Settings) =>
  Layer.merge(
    secretBoxLayer(settings),
    Layer.mergeAll(Layer.succeed(CarryOver, settings.carryOver), Layer.succeed(Limits, settings.limits))
  )

/** The log of a command. */
export const commandLayer = (settings: Settings) => loggingLayer(settings, makeSecretMask(secretsIn(settings)))

/**
 * Runs a command with stores on the database of the settings, which a running server can have open too. A command names the
 * stores that it uses, and starts without the modules of the others.
 */
export const withStores =
  <A, E, R>(stores: Layer.Layer<A, E, R>) =>
  <B, E2, R2>(effect: Effect.Effect<B, E2, R2>) =>
    Effect.flatMap(readSettings, (settings) =>
      Effect.provide(effect, Layer.provide(storageLayer(settings, stores), commandLayer(settings)))
    )
