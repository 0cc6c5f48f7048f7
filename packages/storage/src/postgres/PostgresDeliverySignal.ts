import { PgClient } from "@effect/sql-pg"
import { Effect, Latch, Layer, Queue, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { DeliverySignal } from "../alerts/queue/DeliverySignal.ts"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"

/** How long a lost connection is left alone before it is made again. */
const RECONNECT_DELAY = "1 second"

const decodeChannel = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ channel: Schema.String })))

const make = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const self = yield* (yield* SecureRandom.SecureRandom).uuidV4()
  const arrived = yield* Latch.make(false)
  const outgoing = yield* Latch.make(false)

  // Channels belong to a database: what stands in another schema of it is not this one's business.
  const [{ channel }] = yield* Effect.flatMap(
    sql`SELECT 'landfall_delivery_' || oid AS channel FROM pg_namespace WHERE nspname = current_schema()`,
    decodeChannel
  )

  // However much is committed meanwhile, one word is said for all of it; nobody who commits waits for that.
  const tell = outgoing.await.pipe(
    Effect.andThen(outgoing.close),
    Effect.andThen(sql.notify(channel, self)),
    // Whoever is not told finds the work when it next looks by itself.
    Effect.catch((error) => Effect.logDebug("Other processes were not told of new deliveries", error)),
    Effect.forever
  )

  const hear = (notifications: Effect.Success<ReturnType<typeof sql.listen>>) =>
    Queue.take(notifications).pipe(
      Effect.flatMap(({ payload }) => (payload === self ? Effect.void : arrived.open)),
      Effect.forever
    )

  // What was said while nobody listened is not said again: the queue is looked at once after each start.
  const listen = Effect.scoped(
    Effect.flatMap(sql.listen(channel), (notifications) => Effect.andThen(arrived.open, hear(notifications)))
  ).pipe(
    Effect.catch((error) =>
      Effect.andThen(Effect.logWarning("The connection that hears of new deliveries was lost", error), arrived.open)
    ),
    Effect.andThen(Effect.sleep(RECONNECT_DELAY)),
    Effect.forever
  )

  yield* Effect.forkScoped(tell)
  yield* Effect.forkScoped(listen)

  return DeliverySignal.of({
    notify: Effect.asVoid(Effect.andThen(arrived.open, outgoing.open)),
    reset: Effect.asVoid(arrived.close),
    arrival: arrived.await
  })
}).pipe(
  Effect.mapError(
    (error) =>
      new DatabaseUnusable({ message: `The database cannot be listened to (${error.message}): check its rights` })
  )
)

/** For Postgres: a latch within the process, and LISTEN and NOTIFY between those that share the database. */
export const layer = Layer.effect(DeliverySignal, make)
