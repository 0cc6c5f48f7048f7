import { isIP } from "node:net"
import { TransportError } from "@landfall/core/alerts/sending/AlertTransport"
import {
  type BrokerClient,
  type BrokerConnection,
  type BrokerLogin,
  type BrokerMessage,
  BrokerUnreachable
} from "@landfall/core/alerts/targets/BrokerClient"
import type { BrokerTarget, JetStreamTarget } from "@landfall/core/alerts/targets/BrokerTarget"
import { credentialsOf } from "@landfall/core/alerts/targets/UrlSecret"
import { JetStreamApiError, JetStreamError, jetstream } from "@nats-io/jetstream"
import { errors, headers as makeHeaders, type NatsConnection, type TlsOptions } from "@nats-io/nats-core"
import { type ConnectionOptions, NatsConnectionImpl, setTransportFactory } from "@nats-io/nats-core/internal"
import { Effect, type Scope } from "effect"
import { PinnedTransport, TlsRequired } from "./PinnedTransport.ts"

/** The longest time of a connection with its login, in milliseconds. */
const CONNECT_TIMEOUT_MILLIS = 10_000
/** The longest wait for an acknowledgement, in milliseconds; the deadline of the send may end it earlier. */
const ACKNOWLEDGEMENT_TIMEOUT_MILLIS = 15_000

const rejected = (message: string) => new TransportError({ reason: "broker_rejected", message })

/** The text of a broker in a sentence: one line of printable characters, of at most 200. */
const quote = (text: string): string => JSON.stringify(text.slice(0, 200))

/** The host that the certificate must name. `PinnedTransport` passes it to `tls.connect`. */
interface CertificateOptions extends TlsOptions {
  readonly rejectUnauthorized: true
  readonly host: string
  readonly servername?: string
}

const tlsOptionsOf = ({ hostname, tls }: JetStreamTarget): CertificateOptions | null => {
  if (!tls) return null
  const host = hostname.replace(/^\[|\]$/g, "")
  return { rejectUnauthorized: true, host, ...(isIP(host) === 0 ? { servername: host } : {}) }
}

const loginOf = (secret: BrokerLogin<JetStreamTarget>["secret"]) => {
  if (secret === undefined) return {}
  const { user, password } = credentialsOf(secret)
  return password === undefined ? { token: user } : { user, pass: password }
}

/** Servers send unchecked addresses of their cluster. The client ignores them and never reconnects. */
const optionsOf = ({ target, address, secret }: BrokerLogin<JetStreamTarget>): ConnectionOptions => ({
  servers: `${address.includes(":") ? `[${address}]` : address}:${target.port}`,
  tls: tlsOptionsOf(target),
  ...loginOf(secret),
  name: "landfall",
  timeout: CONNECT_TIMEOUT_MILLIS,
  reconnect: false,
  ignoreClusterUpdates: true,
  resolve: false
})

const connectError =
  ({ host }: JetStreamTarget) =>
  (error: unknown): TransportError | BrokerUnreachable => {
    if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError) {
      return rejected(`NATS at ${host} rejected the login. Check the user and the password in the URL.`)
    }
    const cause = error instanceof errors.ConnectionError && error.cause !== undefined ? error.cause : error
    if (cause instanceof TlsRequired) {
      return new TransportError({ reason: "tls", message: `NATS at ${host} requires TLS. Use nats+tls:// in the URL.` })
    }
    if (error instanceof errors.TimeoutError) {
      return new TransportError({ reason: "timeout", message: `The connection to ${host} timed out.` })
    }
    if (error instanceof errors.ConnectionError && /does not support 'tls'/.test(error.message)) {
      return new TransportError({ reason: "tls", message: `NATS at ${host} does not offer TLS.` })
    }
    return new BrokerUnreachable({ cause })
  }

/** No stream and no other client subscribes to the subject. */
const isWithoutResponder = (error: unknown): boolean =>
  error instanceof Error &&
  [error, error.cause].some((part) => part instanceof errors.RequestError && part.isNoResponders())

const publishError =
  ({ host, subject }: JetStreamTarget) =>
  (error: unknown): TransportError | BrokerUnreachable => {
    const cause = error instanceof errors.RequestError ? (error.cause ?? error) : error
    if (isWithoutResponder(error)) {
      return rejected(
        `NATS at ${host} has no JetStream stream with the subject ${subject}. Create a stream that stores it.`
      )
    }
    if (error instanceof JetStreamApiError) {
      return rejected(`JetStream at ${host} did not store the message: ${quote(error.message)}.`)
    }
    if (cause instanceof errors.PermissionViolationError) {
      return rejected(
        `NATS at ${host} does not let this user publish to ${subject}, or receive the acknowledgement at _INBOX.>.`
      )
    }
    if (cause instanceof errors.InvalidArgumentError) {
      return rejected(`The message is larger than NATS at ${host} accepts (max_payload).`)
    }
    if (error instanceof JetStreamError || error instanceof SyntaxError) {
      return rejected(`A client at ${host} responded to ${subject} without storing the message.`)
    }
    if (cause instanceof errors.TimeoutError) {
      return new TransportError({
        reason: "timeout",
        message: `${host} did not acknowledge the message within ${ACKNOWLEDGEMENT_TIMEOUT_MILLIS / 1000} s.`
      })
    }
    return new BrokerUnreachable({ cause })
  }

/** Opens a connection. A connection that is ready only after its interruption is closed immediately. */
const openConnection = (
  login: BrokerLogin<JetStreamTarget>
): Effect.Effect<NatsConnection, TransportError | BrokerUnreachable> =>
  Effect.callback((resume) => {
    let abandoned = false
    // The library has one factory of connections for the whole process.
    setTransportFactory({ factory: () => new PinnedTransport() })
    NatsConnectionImpl.connect(optionsOf(login)).then(
      (connection) => (abandoned ? connection.close() : resume(Effect.succeed(connection))),
      (error: unknown) => resume(Effect.fail(connectError(login.target)(error)))
    )
    return Effect.sync(() => {
      abandoned = true
    })
  })

const publishWith =
  (stream: ReturnType<typeof jetstream>) =>
  (target: JetStreamTarget, { headers, body, deduplicationId }: BrokerMessage) =>
    Effect.map(
      Effect.tryPromise({
        try: () => {
          const natsHeaders = makeHeaders()
          for (const [name, value] of Object.entries(headers)) natsHeaders.set(name, value)
          return stream.publish(target.subject, body, {
            headers: natsHeaders,
            msgID: deduplicationId,
            timeout: ACKNOWLEDGEMENT_TIMEOUT_MILLIS
          })
        },
        catch: publishError(target)
      }),
      ({ stream: name, seq, duplicate }) => JSON.stringify({ stream: name, seq, duplicate })
    )

const connectTo = (
  login: BrokerLogin<JetStreamTarget>
): Effect.Effect<BrokerConnection<JetStreamTarget>, TransportError | BrokerUnreachable, Scope.Scope> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const connection = yield* restore(openConnection(login))
      yield* Effect.addFinalizer(() => Effect.promise(() => connection.close()))
      return {
        publish: publishWith(jetstream(connection)),
        closed: Effect.asVoid(Effect.promise(() => connection.closed()))
      }
    })
  )

/**
 * Publishes to NATS JetStream. A message is delivered when a stream has stored it; a stream stores the attempts of one
 * delivery once within its window of duplicates.
 */
export const natsClient: BrokerClient<JetStreamTarget> = {
  accepts: (target: BrokerTarget): target is JetStreamTarget => target._tag === "JetStream",
  connectionKey: ({ scheme, host }) => `${scheme}://${host}`,
  connect: connectTo
}
