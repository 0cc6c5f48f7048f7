import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Latch, Layer, Option, Queue, type Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { DeliverySignal } from "../alerts/queue/DeliverySignal.ts"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"
import { APPLICATION_NAME } from "./ApplicationName.ts"
import { PostgresEngine } from "./PostgresClient.ts"
import { PostgresNotifications } from "./PostgresPool.ts"

/** The interval of notifications to this process itself, by which the connection that listens is known to work. */
const HEARTBEAT_INTERVAL = "5 seconds"

/** The wait before a lost connection is opened again. */
const RECONNECT_DELAY = "1 second"

/** The interval at which a waiting worker reads the queue where no notification can reach it. */
const POLL_INTERVAL = "200 millis"

/**
 * The time within which a notification to this process itself must arrive at the start; otherwise the server counts as
 * one without LISTEN.
 */
const PROBE_LIMIT = "2 seconds"

const decodeChannel = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ channel: Schema.String })))

type Notifications = PostgresNotifications["Service"]

const inRealTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

const unusable = (error: { readonly message: string }) =>
  new DatabaseUnusable({ message: `LISTEN failed (${error.message}): check the privileges of the database user` })

/** The client that listens: that of the stores, or one that connects past a pooler. */
const listenerOf = (listenUrl: Redacted.Redacted | undefined) =>
  listenUrl === undefined
    ? PostgresNotifications
    : PgClient.make({ url: listenUrl, maxConnections: 1, applicationName: APPLICATION_NAME }).pipe(
        Effect.tap((direct) => direct`SELECT 1`),
        Effect.mapError(
          (error) =>
            new DatabaseUnusable({
              message: `The server of LANDFALL_DATABASE_LISTEN_URL cannot be reached (${error.message}): set it to the Postgres server itself, with its user and password`
            })
        ),
        Effect.provide(Reactivity.layer)
      )

/** Whether a notification that the stores send arrives where this process listens. */
const receivesNotifications = Effect.fnUntraced(
  function* (listener: Notifications, notifier: Notifications, channel: string, self: string) {
    const notifications = yield* listener.listen(channel)
    yield* notifier.notify(channel, self)
    return Option.isSome(yield* Effect.timeoutOption(Queue.take(notifications), PROBE_LIMIT))
  },
  Effect.scoped,
  Effect.catchTag("SqlError", (error) =>
    Effect.as(Effect.logDebug("The server does not support LISTEN or NOTIFY.", error), false)
  ),
  inRealTime
)

const POLLING =
  "No notification of new deliveries reaches this process (a pooler in transaction mode, or an engine without LISTEN): waiting workers read the queue every 200 ms. Set LANDFALL_DATABASE_LISTEN_URL to the Postgres server itself to be notified."

const make = Effect.fnUntraced(function* (listenUrl: Redacted.Redacted | undefined) {
  const sql = yield* SqlClient.SqlClient
  const notifier = yield* PostgresNotifications
  const { pooled } = yield* PostgresEngine
  const self = yield* (yield* SecureRandom.SecureRandom).uuidV4()
  const arrived = yield* Latch.make(false)
  const notificationDue = yield* Latch.make(false)

  // Channels belong to a database, which may hold several installations in schemas: the name contains the schema.
  const [{ channel }] = yield* sql`SELECT 'landfall_delivery_' || oid AS channel FROM pg_namespace
    WHERE nspname = current_schema()`.pipe(Effect.flatMap(decodeChannel), Effect.mapError(unusable))

  const listener = yield* listenerOf(listenUrl)
  const canListen =
    pooled && listenUrl === undefined ? false : yield* receivesNotifications(listener, notifier, channel, self)

  // One notification covers all commits since the last one; no commit waits for it.
  const sendNotifications = notificationDue.await.pipe(
    Effect.andThen(notificationDue.close),
    Effect.andThen(notifier.notify(channel, self)),
    // A worker that receives no notification finds the deliveries at its next poll of the queue.
    Effect.catch((error) => Effect.logDebug("The notification of new deliveries to other processes failed.", error)),
    Effect.forever
  )

  const receive = (notifications: Effect.Success<ReturnType<Notifications["listen"]>>) =>
    Queue.take(notifications).pipe(
      Effect.flatMap(({ payload }) => (payload === self ? Effect.void : arrived.open)),
      Effect.forever
    )

  // Notifications sent while no connection listened are lost, so that the queue is polled once after each connect.
  const listen = Effect.scoped(
    Effect.flatMap(listener.listen(channel), (notifications) => Effect.andThen(arrived.open, receive(notifications)))
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
  const heartbeat = inRealTime(Effect.forever(Effect.andThen(Effect.sleep(HEARTBEAT_INTERVAL), notificationDue.open)))

  yield* Effect.forkScoped(sendNotifications)
  if (canListen) {
    yield* Effect.forkScoped(heartbeat)
    yield* Effect.forkScoped(listen)
  } else {
    yield* Effect.logInfo(POLLING)
  }

  return DeliverySignal.of({
    notify: Effect.asVoid(Effect.andThen(arrived.open, notificationDue.open)),
    reset: Effect.asVoid(arrived.close),
    arrival: canListen ? arrived.await : Effect.raceFirst(arrived.await, Effect.sleep(POLL_INTERVAL))
  })
})

/**
 * `DeliverySignal` on Postgres: a latch within the process, LISTEN and NOTIFY between processes. Where no notification
 * arrives, as behind a pooler in transaction mode, waiting workers poll the queue.
 *
 * @param listenUrl the server itself, where the stores connect to a pooler
 */
export const layer = (listenUrl?: Redacted.Redacted) => Layer.effect(DeliverySignal, make(listenUrl))
