import { AlertTransport, SEND_DEADLINE_MILLIS, TransportError } from "@landfall/core/alerts/sending/AlertTransport"
import { connect, errors, type NatsConnection, headers as natsHeaders } from "@nats-io/transport-node"
import { Clock, Effect, Layer } from "effect"

const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (/ECONNREFUSED/.test(`${error.message} ${"code" in error ? error.code : ""}`) || isRefused(error.cause))

/** One sentence for the delivery log, without credentials. */
const transportError = (host: string, error: unknown): TransportError => {
  if (isRefused(error))
    return new TransportError({ reason: "connection_refused", message: `${host} refused the connection.` })
  if (error instanceof errors.RequestError && error.isNoResponders()) {
    return new TransportError({ reason: "broker_rejected", message: `The subject has no subscriber at ${host}.` })
  }
  if (error instanceof errors.TimeoutError) {
    return new TransportError({ reason: "timeout", message: `No subscriber at ${host} replied in time.` })
  }
  return new TransportError({ reason: "connection_lost", message: `The connection to ${host} was lost.` })
}

const make = Effect.gen(function* () {
  const connections = new Map<string, Promise<NatsConnection>>()
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      for (const connection of connections.values()) await connection.then((open) => open.close()).catch(() => {})
    })
  )

  const connectionTo = (host: string): Promise<NatsConnection> => {
    const known = connections.get(host)
    if (known !== undefined) return known
    const connection = connect({ servers: host, reconnect: false, timeout: SEND_DEADLINE_MILLIS })
    connections.set(host, connection)
    const forget = () => void connections.delete(host)
    connection.then((open) => open.closed().then(forget), forget)
    return connection
  }

  return AlertTransport.of({
    send: Effect.fnUntraced(function* ({ body, headers, url }) {
      const { host, pathname } = new URL(url)
      const startedAt = yield* Clock.currentTimeMillis
      const carried = natsHeaders()
      for (const [name, value] of Object.entries(headers)) carried.set(name, value)
      const reply = yield* Effect.tryPromise({
        try: async () => {
          const connection = await connectionTo(host)
          return connection.request(decodeURIComponent(pathname.slice(1)), body, {
            headers: carried,
            timeout: SEND_DEADLINE_MILLIS
          })
        },
        catch: (error) => transportError(host, error)
      })
      return {
        status: 200,
        body: reply.string(),
        retryAfterMillis: undefined,
        responseStartMillis: (yield* Clock.currentTimeMillis) - startedAt
      }
    })
  })
})

/**
 * Sends alerts to subjects, `nats://HOST:PORT/SUBJECT`. A message is delivered when a subscriber has replied to it; without a
 * subscriber it is retried as the endpoint's policy states.
 */
export const layer = Layer.effect(AlertTransport, make)
