import * as PostgresStorage from "@landfall/storage/PostgresStorage"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { Effect, FileSystem, Layer, Redacted } from "effect"

const secretBox = AesGcmSecretBox.layer({ key: Redacted.make("a key for this bench alone") })

/** Every store on a database of this URL: `sqlite:PATH` or `postgres://…`. */
export const storeAt = (url: Redacted.Redacted) => {
  const [scheme, filename] = Redacted.value(url).split(/^sqlite:/)
  return scheme === "" && filename !== undefined
    ? SqliteStorage.layer({ filename }).pipe(Layer.provide(secretBox))
    : PostgresStorage.layer({ url }).pipe(Layer.provide(secretBox))
}

/** The URL of a SQLite file in a folder of its own that is removed afterwards. */
export const sqliteFile = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "landfall-bench-" })
  return Redacted.make(`sqlite:${folder}/bench.db`)
})
