import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Latch, Layer, Queue, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { DeliverySignal } from "../alerts/queue/DeliverySignal.ts"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"

/** The interval of notifications to this process itself, by which the connection that listens is known to be alive. */
const HEARTBEAT_INTERVAL = "5 seconds"

/** The wait before a lost connection is opened again. */
const RECONNECT_DELAY = "1 second"

const decodeChannel = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ channel: Schema.String })))

const make = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const self = yield* (yield* SecureRandom.SecureRandom).uuidV4()
  const arrived = yield* Latch.make(false)
  const notificationDue = yield* Latch.make(false)

  // Channels belong to a database, which may hold several installations in schemas: the name contains the schema.
  const [{ channel }] = yield* Effect.flatMap(
    sql`SELECT 'landfall_delivery_' || oid AS channel FROM pg_namespace WHERE nspname = current_schema()`,
    decodeChannel
  )

  // One notification covers all commits since the last one; no commit waits for it.
  const sendNotifications = notificationDue.await.pipe(
    Effect.andThen(notificationDue.close),
    Effect.andThen(sql.notify(channel, self)),
    // A worker that receives no notification finds the deliveries at its next poll of the queue.
    Effect.catch((error) => Effect.logDebug("The notification of new deliveries to other processes failed.", error)),
    Effect.forever
  )

  const receive = (notifications: Effect.Success<ReturnType<typeof sql.listen>>) =>
    Queue.take(notifications).pipe(
      Effect.flatMap(({ payload }) => (payload === self ? Effect.void : arrived.open)),
      Effect.forever
    )

  // Notifications sent while no connection listened are lost, so that the queue is polled once after each connect.
  const listen = Effect.scoped(
    Effect.flatMap(sql.listen(channel), (notifications) => Effect.andThen(arrived.open, receive(notifications)))
  ).pipe(
    Effect.catch((error) =>
      Effect.andThen(
        Effect.logWarning("The connection that listens for new deliveries was lost; it reconnects in 1 s.", error),
        arrived.open
      )
    ),
    Effect.andThen(Effect.sleep(RECONNECT_DELAY)),
    Effect.forever
  )

  // In real time, as the limit on silent connections, whatever the clock of the program.
  const heartbeat = Effect.forever(Effect.andThen(Effect.sleep(HEARTBEAT_INTERVAL), notificationDue.open)).pipe(
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )

  yield* Effect.forkScoped(heartbeat)
  yield* Effect.forkScoped(sendNotifications)
  yield* Effect.forkScoped(listen)

  return DeliverySignal.of({
    notify: Effect.asVoid(Effect.andThen(arrived.open, notificationDue.open)),
    reset: Effect.asVoid(arrived.close),
    arrival: arrived.await
  })
}).pipe(
  Effect.mapError(
    (error) =>
      new DatabaseUnusable({ message: `LISTEN failed (${error.message}): check the privileges of the database user` })
  )
)

/** `DeliverySignal` on Postgres: a latch within the process, LISTEN and NOTIFY between processes. */
export const layer = Layer.effect(DeliverySignal, make)
