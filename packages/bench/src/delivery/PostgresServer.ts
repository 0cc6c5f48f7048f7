import * as PostgresServer from "@landfall/postgres-server/PostgresServer"
import { Console, Effect, Redacted, Schema } from "effect"

/** No server could be started here. */
export class NoServer extends Schema.TaggedError<NoServer>()("NoServer", { message: Schema.String }) {}

const start = Effect.tryPromise({
  try: () => PostgresServer.startPostgres({ durable: true }),
  catch: (cause) => new NoServer({ message: cause instanceof Error ? cause.message : String(cause) })
})

/** A Postgres server with the settings that it comes with, so that what it has committed is on the disk. */
export const startPostgres = Effect.acquireRelease(start, ({ end }) => Effect.promise(end)).pipe(
  Effect.map(({ url }) => Redacted.make(url))
)

/** Leaves out what needs a server where none can be started, and says so. */
export const whereServer = <A, E, R>(rows: Effect.Effect<ReadonlyArray<A>, E | NoServer, R>) =>
  Effect.catch(rows, (error) =>
    error instanceof NoServer
      ? Effect.as(Console.error(`  left out, since no Postgres server could be started: ${error.message}`), [])
      : Effect.fail(error)
  )
