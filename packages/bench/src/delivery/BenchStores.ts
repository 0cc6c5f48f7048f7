import * as PostgresServer from "@landfall/postgres-server/PostgresServer"
import * as PostgresStorage from "@landfall/storage/PostgresStorage"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { Console, Effect, FileSystem, Layer, Redacted, Schema } from "effect"

const secretBox = AesGcmSecretBox.layer({ key: Redacted.make("a key for this bench alone") })

/** Every store on a database of this URL: `sqlite:PATH` or `postgres://…`. */
export const storageLayerAt = (url: Redacted.Redacted) => {
  const [scheme, filename] = Redacted.value(url).split(/^sqlite:/)
  return scheme === "" && filename !== undefined
    ? SqliteStorage.layer({ filename }).pipe(Layer.provideMerge(secretBox))
    : PostgresStorage.layer({ url }).pipe(Layer.provideMerge(secretBox))
}

/** The URL of a SQLite file in a temporary folder that is removed with the scope. */
export const makeSqliteUrl = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "landfall-bench-" })
  return Redacted.make(`sqlite:${folder}/bench.db`)
})

/** No Postgres server can be started on this machine. */
export class PostgresUnavailable extends Schema.TaggedError<PostgresUnavailable>()("PostgresUnavailable", {
  message: Schema.String
}) {}

const launchPostgres = Effect.tryPromise({
  try: () => PostgresServer.startPostgres({ durable: true }),
  catch: (cause) => new PostgresUnavailable({ message: cause instanceof Error ? cause.message : String(cause) })
})

/** A durable Postgres server, which is destroyed with the scope. */
export const makePostgresServer = Effect.acquireRelease(launchPostgres, ({ destroy }) => Effect.promise(destroy))

/** The URL of a durable Postgres server, which is destroyed with the scope. */
export const makePostgresUrl = Effect.map(makePostgresServer, ({ url }) => Redacted.make(url))

/** Skips results that need Postgres, with a line on standard error, when no server can be started. */
export const skipWithoutPostgres = <A, E, R>(rows: Effect.Effect<ReadonlyArray<A>, E | PostgresUnavailable, R>) =>
  Effect.catch(rows, (error) =>
    error instanceof PostgresUnavailable
      ? Effect.as(Console.error(`  skipped, no Postgres server can be started: ${error.message}`), [])
      : Effect.fail(error)
  )
