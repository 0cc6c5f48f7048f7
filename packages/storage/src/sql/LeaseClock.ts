import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** The clock that due times and leases use, shared by all processes that claim from the same database. */
export class LeaseClock extends Context.Service<
  LeaseClock,
  {
    /** Milliseconds since the epoch. */
    readonly now: Effect.Effect<number, SqlError.SqlError>
  }
>()("@landfall/storage/sql/LeaseClock") {}

const NANOS_PER_MILLI = 1e6

/**
 * The `Clock` of this process, made monotonic. When the system clock is set back, time continues at the pace of the
 * monotonic clock until the system clock has caught up, so that due times and leases retain their length. When the
 * system clock is set forward, it is followed: a machine that was suspended has work to catch up on.
 */
const monotonicNow = (): Effect.Effect<number> => {
  let anchor = Number.NEGATIVE_INFINITY
  let anchorNanos = 0n
  return Effect.map(Clock.Clock, (clock) => {
    const nanos = clock.monotonicTimeNanosUnsafe()
    const expected = anchor + Math.floor(Number(nanos - anchorNanos) / NANOS_PER_MILLI)
    const wall = clock.currentTimeMillisUnsafe()
    if (wall < expected) return expected
    anchor = wall
    anchorNanos = nanos
    return wall
  })
}

/** The monotonic clock of this process. */
export const processLayer = Layer.sync(LeaseClock, () => LeaseClock.of({ now: monotonicNow() }))

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
