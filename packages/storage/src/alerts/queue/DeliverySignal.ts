import { Context, Effect, Latch, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** How often a waiting worker looks whether another program wrote to the same database file. */
const FOREIGN_WRITE_POLL_INTERVAL = "500 millis"

/** Tells the worker of a process that there may be deliveries to send. */
export class DeliverySignal extends Context.Service<
  DeliverySignal,
  {
    /** Says that due work was committed in this process. */
    readonly notify: Effect.Effect<void>
    /** Forgets what was said so far: whoever reads the queue next sees all of it. */
    readonly reset: Effect.Effect<void, SqlError.SqlError>
    /** Completes when something was said since the last `reset`, or when another process has written since. */
    readonly arrival: Effect.Effect<void>
  }
>()("@landfall/storage/alerts/queue/DeliverySignal") {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const latch = yield* Latch.make(false)
  let seen: unknown

  // Changes when any other connection than the writer has committed, and costs a look into shared memory.
  const version = Effect.map(
    Effect.scoped(Effect.flatMap(sql.reserve, (writer) => writer.executeValues("PRAGMA data_version", []))),
    (rows) => rows[0]?.[0]
  )

  // A database that cannot be asked now counts as changed: the next claim meets the fault and reports it.
  const foreignWrite = Effect.sleep(FOREIGN_WRITE_POLL_INTERVAL).pipe(
    Effect.andThen(version),
    Effect.map((now) => now !== seen),
    Effect.orElseSucceed(() => true),
    Effect.repeat({ until: (changed) => changed }),
    Effect.asVoid
  )

  return DeliverySignal.of({
    notify: Effect.asVoid(latch.open),
    reset: Effect.gen(function* () {
      yield* latch.close
      const rows = yield* sql`PRAGMA data_version`.values
      seen = rows[0]?.[0]
    }),
    arrival: Effect.raceFirst(latch.await, foreignWrite)
  })
})

/**
 * For SQLite: a latch within the process; for other processes that write to the same file, a look twice a second while
 * somebody waits.
 */
export const layer = Layer.effect(DeliverySignal, make)
