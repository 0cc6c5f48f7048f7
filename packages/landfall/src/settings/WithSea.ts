import { Effect, FileSystem, Option } from "effect"
import * as Sea from "../service/Sea.ts"
import { databaseFile, withDatabase } from "./Database.ts"
import { readSettings } from "./Settings.ts"

/** Whether the settings name a database file that is not there yet: it holds no ports, and asking for a way makes none. */
const isUnused = Effect.gen(function* () {
  const file = databaseFile(yield* readSettings)
  const fs = yield* FileSystem.FileSystem
  return Option.isSome(file) && !(yield* fs.exists(file.value))
})

/** Runs a command on the world's sea, with the operator's own ports where there is a database. */
export const withSea = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    if (yield* isUnused) return yield* Effect.provide(effect, Sea.builtIn)
    return yield* withDatabase(Effect.provide(effect, Sea.layer))
  })
