import { Buffer } from "node:buffer"
import { constants } from "node:crypto"
import { isIP, Socket } from "node:net"
import { setImmediate as nextTick } from "node:timers/promises"
import { TransportError } from "@landfall/core/alerts/sending/AlertTransport"
import {
  type BrokerClient,
  type BrokerConnection,
  type BrokerLogin,
  type BrokerMessage,
  BrokerUnreachable
} from "@landfall/core/alerts/targets/BrokerClient"
import type { AmqpTarget, BrokerTarget } from "@landfall/core/alerts/targets/BrokerTarget"
import { EXCESSIVE_TRAFFIC, isTrafficExcessive } from "@landfall/core/alerts/targets/BrokerTraffic"
import { credentialsOf } from "@landfall/core/alerts/targets/UrlSecret"
import { Deferred, Effect, type Scope } from "effect"
import {
  AMQPChannelError,
  AMQPConnectionError,
  AMQPError,
  type Channel,
  Connection,
  type ConnectionOptions
} from "rabbitmq-client"

/** The longest time of a connection with its login, in milliseconds. */
const CONNECT_TIMEOUT_MILLIS = 10_000
/** The time limit of the closing handshake, after which the connection is cut. */
const CLOSE_TIMEOUT = "2 seconds"
/** The interval at which both sides show that they are alive, in seconds. */
const HEARTBEAT_SECONDS = 15

const rejected = (message: string) => new TransportError({ reason: "broker_rejected", message })

/** The text of a broker in a sentence: at most 200 characters, in quotes. */
const quote = (text: string): string => JSON.stringify(text.slice(0, 200))

const tlsOptionsOf = ({ hostname, tls }: AmqpTarget) => {
  if (!tls) return {}
  const host = hostname.replace(/^\[|\]$/g, "")
  // A broker of TLS 1.2 could request one handshake after another.
  const secureOptions = constants.SSL_OP_NO_RENEGOTIATION
  return { tls: { secureOptions, ...(isIP(host) === 0 ? { servername: host } : {}) } }
}

const optionsOf = ({ target, address, secret }: BrokerLogin<AmqpTarget>): ConnectionOptions => {
  const { user, password = "" } = secret === undefined ? { user: "" } : credentialsOf(secret)
  return {
    hostname: address,
    port: target.port,
    username: user,
    password,
    vhost: target.vhost,
    ...tlsOptionsOf(target),
    connectionName: "landfall",
    connectionTimeout: CONNECT_TIMEOUT_MILLIS,
    heartbeat: HEARTBEAT_SECONDS,
    noDelay: true
  }
}

const connectError =
  ({ host, vhost }: AmqpTarget) =>
  (error: unknown): TransportError | BrokerUnreachable => {
    if (!(error instanceof AMQPConnectionError)) return new BrokerUnreachable({ cause: error })
    switch (error.code) {
      case "ACCESS_REFUSED":
        return rejected(`RabbitMQ at ${host} rejected the login. Check the user and the password in the URL.`)
      case "NOT_ALLOWED":
      case "NOT_FOUND":
        return rejected(`RabbitMQ at ${host} does not let this user use the virtual host ${quote(vhost)}.`)
      case "CONNECTION_TIMEOUT":
        return new TransportError({ reason: "timeout", message: `The connection to ${host} timed out.` })
      case "VERSION_MISMATCH":
      case "COMMAND_INVALID":
        return new TransportError({
          reason: "protocol",
          message: `${host} did not respond with AMQP 0-9-1. Check the port, and use amqps:// if it requires TLS.`
        })
      default:
        return new BrokerUnreachable({ cause: error })
    }
  }

const publishError =
  ({ host, exchange, routingKey }: AmqpTarget) =>
  (error: unknown): TransportError | BrokerUnreachable => {
    if (error instanceof AMQPConnectionError) return new BrokerUnreachable({ cause: error })
    if (error instanceof AMQPChannelError && error.code === "NOT_FOUND") {
      return rejected(`RabbitMQ at ${host} has no exchange ${quote(exchange)}. Declare it, or change the URL.`)
    }
    if (error instanceof AMQPChannelError && error.code === "ACCESS_REFUSED") {
      const place = exchange === "" ? `the queue ${quote(routingKey)}` : `the exchange ${quote(exchange)}`
      return rejected(`RabbitMQ at ${host} does not let this user publish to ${place}.`)
    }
    if (error instanceof AMQPError && error.code === "NACK") {
      return rejected(`RabbitMQ at ${host} did not store the message: a queue is full or has failed.`)
    }
    if (error instanceof AMQPError && error.code !== "CH_CLOSE") {
      return rejected(`RabbitMQ at ${host} did not accept the message: ${quote(error.message)}.`)
    }
    return new BrokerUnreachable({ cause: error })
  }

const unroutable = ({ host, exchange, routingKey }: AmqpTarget): TransportError =>
  exchange === ""
    ? rejected(`RabbitMQ at ${host} has no queue ${quote(routingKey)}. Declare it, or change the URL.`)
    : rejected(
        `RabbitMQ at ${host} has no queue for the exchange ${quote(exchange)} and the routing key ${quote(routingKey)}. Bind a queue.`
      )

/** A channel with publisher confirms, and the messages that the broker returned because no queue accepts them. */
interface ConfirmChannel {
  readonly channel: Channel
  readonly returned: Set<string>
  /** The reason for which the broker has closed the channel, which ended every publish on it. */
  fault: unknown
}

/** A fault closes a channel with all its publishes, so each exchange has its own channel. */
const makeChannels = (connection: Connection) => {
  const channels = new Map<string, Promise<ConfirmChannel>>()

  const open = async (exchange: string): Promise<ConfirmChannel> => {
    const channel = await connection.acquire({ emitErrorsFromChannel: true })
    const returned = new Set<string>()
    channel.on("error", () => channels.delete(exchange))
    channel.on("close", () => channels.delete(exchange))
    channel.on("basic.return", ({ correlationId }) => {
      if (correlationId !== undefined) returned.add(correlationId)
    })
    await channel.confirmSelect()
    return { channel, returned, fault: undefined }
  }

  const get = (exchange: string): Promise<ConfirmChannel> => {
    const existing = channels.get(exchange)
    if (existing !== undefined) return existing
    const opened = open(exchange)
    channels.set(exchange, opened)
    opened.catch(() => channels.delete(exchange))
    return opened
  }

  const close = () =>
    Promise.allSettled([...channels.values()].map((opened) => opened.then(({ channel }) => channel.close())))

  return { get, close }
}

/** The longest frame: more than RabbitMQ proposes and this client accepts (128 KiB). */
const MAX_FRAME_BYTES = 1024 * 1024

/**
 * Closes a connection whose broker sends too much, or states that it will. The library reads a frame of any length into
 * memory, and one of more than 1 GiB ends the process: Node throws in an event of the socket. The library gives no access to
 * the socket but the property in which it has it.
 */
const boundReads = (connection: Connection): void => {
  const socket: unknown = Reflect.get(connection, "_socket")
  if (!(socket instanceof Socket)) throw new Error("rabbitmq-client has no socket where this version expects it")
  const close = () =>
    void socket.destroy(Object.assign(new Error("the broker sends too much"), { code: EXCESSIVE_TRAFFIC }))
  socket.on("readable", () => {
    if (isTrafficExcessive(socket.bytesRead, socket.bytesWritten)) close()
  })
  const read = socket.read.bind(socket)
  socket.read = (bytes) => {
    if (bytes === undefined || bytes <= MAX_FRAME_BYTES) return read(bytes)
    close()
    return null
  }
}

/** Opens a connection. It is destroyed at its first error, because the library would connect again by itself. */
const openConnection = (login: BrokerLogin<AmqpTarget>, ended: Deferred.Deferred<void>) =>
  Effect.callback<Connection, TransportError | BrokerUnreachable>((resume) => {
    const connection = new Connection(optionsOf(login))
    boundReads(connection)
    connection.once("connection", () => resume(Effect.succeed(connection)))
    connection.on("error", (error) => {
      connection.unsafeDestroy()
      Deferred.doneUnsafe(ended, Effect.void)
      resume(Effect.fail(connectError(login.target)(error)))
    })
    return Effect.sync(() => connection.unsafeDestroy())
  })

const publishWith = (connection: Connection, isBlocked: () => boolean) => {
  const channels = makeChannels(connection)
  let published = 0

  const send = async (target: AmqpTarget, { headers, body, deduplicationId }: BrokerMessage): Promise<boolean> => {
    const confirming = await channels.get(target.exchange)
    const { channel, returned } = confirming
    const correlationId = String(++published)
    const envelope = {
      exchange: target.exchange,
      routingKey: target.routingKey,
      mandatory: true,
      durable: true,
      correlationId,
      messageId: headers["webhook-id"] ?? deduplicationId,
      contentType: headers["content-type"] ?? "application/json",
      headers
    }
    await channel.basicPublish(envelope, Buffer.from(body)).catch((error: unknown) => {
      // The first publish on the channel fails with the reason of the broker, the others fail because the channel is
      // closed.
      if (error instanceof AMQPError && error.code !== "NACK" && error.code !== "CH_CLOSE") confirming.fault ??= error
      return Promise.reject(
        error instanceof AMQPError && error.code === "CH_CLOSE" ? (confirming.fault ?? error) : error
      )
    })
    // The library reports a returned message in the turn after its acknowledgement.
    await nextTick()
    return !returned.delete(correlationId)
  }

  const publish = (target: AmqpTarget, message: BrokerMessage) =>
    Effect.suspend(() =>
      isBlocked()
        ? Effect.fail(
            rejected(`RabbitMQ at ${target.host} accepts no messages now: it is short of memory or disk space.`)
          )
        : Effect.tryPromise({ try: () => send(target, message), catch: publishError(target) })
    ).pipe(
      Effect.flatMap((isRouted) =>
        isRouted
          ? Effect.succeed(
              JSON.stringify({ exchange: target.exchange, routingKey: target.routingKey, confirmed: true })
            )
          : Effect.fail(unroutable(target))
      )
    )

  return { publish, closeChannels: channels.close }
}

const connectTo = (
  login: BrokerLogin<AmqpTarget>
): Effect.Effect<BrokerConnection<AmqpTarget>, TransportError | BrokerUnreachable, Scope.Scope> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const ended = Deferred.makeUnsafe<void>()
      const connection = yield* restore(openConnection(login, ended))
      let blocked = false
      connection.on("connection.blocked", () => {
        blocked = true
      })
      connection.on("connection.unblocked", () => {
        blocked = false
      })
      const { publish, closeChannels } = publishWith(connection, () => blocked)
      const close = Effect.promise(() => closeChannels().then(() => connection.close()))
      yield* Effect.addFinalizer(() =>
        close.pipe(Effect.timeoutOption(CLOSE_TIMEOUT), Effect.andThen(Effect.sync(() => connection.unsafeDestroy())))
      )
      return { publish, closed: Deferred.await(ended) }
    })
  )

/**
 * Publishes to RabbitMQ. A message is delivered when the broker has confirmed it; a message that no queue accepts is a
 * failure. Messages are persistent.
 */
export const rabbitClient: BrokerClient<AmqpTarget> = {
  accepts: (target: BrokerTarget): target is AmqpTarget => target._tag === "Amqp",
  connectionKey: ({ scheme, host, vhost }) => `${scheme}://${host}/${encodeURIComponent(vhost)}`,
  connect: connectTo
}
