import { Limits } from "@landfall/core/limits/Limits"
import { CarryOver } from "@landfall/core/usage/PeriodOpening"
import * as DatabasePreparation from "@landfall/storage/DatabasePreparation"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { KeyRejection } from "@landfall/storage/secrets/SecretKeyCheck"
import * as AccountFences from "@landfall/storage/sql/AccountFences"
import { IN_MEMORY } from "@landfall/storage/sqlite/DatabasePath"
import { Effect, FileSystem, Layer, Option } from "effect"
import { makeSecretMask } from "../telemetry/SecretMask.ts"
import type { DatabaseLocation } from "./DatabaseLocation.ts"
import { hasSqliteFile, requireExistingDatabase, tablesLayer } from "./ExistingDatabase.ts"
import { loggingLayer } from "./Logging.ts"
import { keyBasePath, readSecretsKey } from "./SecretsKey.ts"
import { secretsIn } from "./SettingSecrets.ts"
import { readSettings, type Settings } from "./Settings.ts"

const readKey = (settings: Settings) => readSecretsKey(settings.secretsKey, keyBasePath(settings, settings.database))

const secretBoxLayer = (settings: Settings) =>
  Layer.unwrap(Effect.map(readKey(settings), ({ key }) => AesGcmSecretBox.layer({ key })))

/** The box, and the removal of a key file that this process has created when the key is not that of the database. */
const rejectableBoxLayer = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { createdFile, key } = yield* readKey(settings)
      const files = yield* FileSystem.FileSystem
      const rejection = Option.match(createdFile, {
        onNone: () => Effect.void,
        onSome: (file) => Effect.orDie(files.remove(file, { force: true }))
      })
      return Layer.merge(AesGcmSecretBox.layer({ key }), Layer.succeed(KeyRejection, rejection))
    })
  )

// One of them is loaded: a command on SQLite starts without the Postgres client.
const sqlite = Effect.promise(() => import("@landfall/storage/sqlite/SqliteDatabase"))
const postgres = Effect.promise(() => import("@landfall/storage/postgres/PostgresDatabase"))

/** Only the clock of the database of the settings is read: those of the databases of several cells can differ. */
const postgresTimeLayer = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("@landfall/storage/postgres/PostgresTime")),
    ({ layer }) => layer
  )
)

/** The client of the database of the settings, and the further services of its stores. */
const clientLayer = ({ database, listenUrl }: Pick<Settings, "database" | "listenUrl">) =>
  database._tag === "SqliteFile"
    ? Layer.unwrap(Effect.map(sqlite, ({ layer }) => layer({ filename: database.path })))
    : Layer.unwrap(
        Effect.map(postgres, ({ layer }) => layer({ url: database.url, listenUrl: Option.getOrUndefined(listenUrl) }))
      )

/** What happens where the database does not exist: it is created, or the command fails and creates nothing. */
export type Absence = "create" | "fail"

/** Stores on the database of the settings, which is brought up to date first, and the box that encrypts its secrets. */
export const storageLayer = <A, E, R>(
  settings: Settings,
  stores: Layer.Layer<A, E, R>,
  absence: Absence = "create"
) => {
  const client =
    settings.database._tag === "SqliteFile"
      ? clientLayer(settings)
      : Layer.provideMerge(postgresTimeLayer, clientLayer(settings))
  // The box creates the key file, so that the tables are looked for first.
  const tables = absence === "create" ? Layer.empty : Layer.provide(tablesLayer(settings.database), client)
  return stores.pipe(
    Layer.provide(DatabasePreparation.layer),
    Layer.provide(client),
    Layer.provideMerge(Layer.provide(rejectableBoxLayer(settings), tables)),
    Layer.provide([Layer.succeed(CarryOver, settings.carryOver), Layer.succeed(Limits, settings.limits)])
  )
}

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

const provideStores = <A, E, R, B, E2, R2>(
  settings: Settings,
  stores: Layer.Layer<A, E, R>,
  absence: Absence,
  effect: Effect.Effect<B, E2, R2>
) => Effect.provide(effect, Layer.provide(storageLayer(settings, stores, absence), commandLayer(settings)))

/**
 * Runs a command with stores on the database of the settings, which a running server can have open too. A command names
 * the stores that it uses, and starts without the modules of the others. The database is created where it does not
 * exist: for commands that add data.
 */
export const withStores =
  <A, E, R>(stores: Layer.Layer<A, E, R>) =>
  <B, E2, R2>(effect: Effect.Effect<B, E2, R2>) =>
    Effect.flatMap(readSettings, (settings) => provideStores(settings, stores, "create", effect))

/** Runs a command as `withStores` does, on a database that exists: else the command fails and creates nothing. */
export const withExistingStores =
  <A, E, R>(stores: Layer.Layer<A, E, R>) =>
  <B, E2, R2>(effect: Effect.Effect<B, E2, R2>) =>
    Effect.flatMap(readSettings, (settings) =>
      Effect.andThen(requireExistingDatabase(settings.database), provideStores(settings, stores, "fail", effect))
    )

const IN_MEMORY_DATABASE: DatabaseLocation = { _tag: "SqliteFile", path: IN_MEMORY }

/** Runs a command as `withStores` does; where no SQLite file exists, on an empty database in memory. Creates no file. */
export const withStoresOrEmpty =
  <A, E, R>(stores: Layer.Layer<A, E, R>) =>
  <B, E2, R2>(effect: Effect.Effect<B, E2, R2>) =>
    Effect.flatMap(readSettings, (settings) => {
      const { database } = settings
      const isMissing = database._tag === "SqliteFile" && !hasSqliteFile(database.path)
      const present = isMissing ? { ...settings, database: IN_MEMORY_DATABASE } : settings
      return provideStores(present, stores, "create", effect)
    })
