import * as SqlPortStore from "@landfall/storage/geo/SqlPortStore"
import { Effect, FileSystem } from "effect"
import { withStores } from "../settings/Database.ts"
import { readSettings } from "../settings/Settings.ts"
import * as Sea from "./Sea.ts"

/** Whether the settings name a SQLite file that does not exist: it holds no ports, and a search does not create it. */
const isDatabaseMissing = Effect.gen(function* () {
  const { database } = yield* readSettings
  const fs = yield* FileSystem.FileSystem
  return database._tag === "SqliteFile" && !(yield* fs.exists(database.path))
})

/** Runs a command on the sea network, with the operator's ports when there is a database. */
export const withSea = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    if (yield* isDatabaseMissing) return yield* Effect.provide(effect, Sea.builtInLayer)
    return yield* withStores(SqlPortStore.layer)(Effect.provide(effect, Sea.layer))
  })
