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

const NANOS_PER_MILLI = 1e6

/**
 * The `Clock` of this process, but never backwards: when it is set back, time goes on from where it was at the pace of the
 * monotonic clock until the other has caught up. So what is due in five seconds is due in five seconds, and no lease
 * lasts longer than it should. Set forward, it is followed: a machine that slept has to make up for it.
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

/** The `Clock` of this process, which never runs backwards here. */
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
