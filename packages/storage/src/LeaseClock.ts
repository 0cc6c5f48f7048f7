import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** The clock by which deliveries are due and leases end: one for all processes that claim from the same database. */
export class LeaseClock extends Context.Service<
  LeaseClock,
  {
    /** Milliseconds since the epoch. */
    readonly now: Effect.Effect<number, SqlError.SqlError>
  }
>()("@landfall/storage/LeaseClock") {}

/** The `Clock` of this process. */
export const processLayer = Layer.succeed(LeaseClock, LeaseClock.of({ now: Clock.currentTimeMillis }))

/** The clock of a Postgres server. */
export const postgresLayer = Layer.effect(
  LeaseClock,
  Effect.map(SqlClient.SqlClient, (sql) =>
    LeaseClock.of({
      now: Effect.map(
        sql<{ readonly now: number }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`,
        (rows) => rows[0]?.now ?? 0
      )
    })
  )
)
