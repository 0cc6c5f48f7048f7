import { Context, Effect, Latch, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** The interval at which a waiting worker checks whether another process wrote to the same database file. */
const FOREIGN_WRITE_POLL_INTERVAL = "500 millis"

/** Wakes the workers of a process when there may be deliveries to send. */
export class DeliverySignal extends Context.Service<
  DeliverySignal,
  {
    /** Signals that due deliveries were committed in this process. */
    readonly notify: Effect.Effect<void>
    /** Clears the signal. A reader that reads the queue afterwards sees every delivery that was signalled before. */
    readonly reset: Effect.Effect<void, SqlError.SqlError>
    /** Completes after a signal, or a write of another process, since the last `reset`. */
    readonly arrival: Effect.Effect<void>
  }
>()("@landfall/storage/alerts/queue/DeliverySignal") {
  /**
   * For SQLite: a latch within the process. Writes of other processes to the same file are detected twice a second while a
   * worker waits.
   */
  static readonly layer = Layer.effect(
    DeliverySignal,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const latch = yield* Latch.make(false)
      let seen: unknown

      // Changes when a connection other than the writer has committed. Reading it costs one access to shared memory.
      const version = Effect.map(
        Effect.scoped(Effect.flatMap(sql.reserve, (writer) => writer.executeValues("PRAGMA data_version", []))),
        (rows) => rows[0]?.[0]
      )

      // A database that cannot be read counts as changed: the next claim fails and reports the fault.
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
  )
}
