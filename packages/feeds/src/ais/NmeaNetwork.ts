import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Duration, Effect, Predicate, Schedule, Schema, Stream } from "effect"
import type { DatagramSocket, Socket } from "effect/socket"
import { Socket as Sockets } from "effect/socket"
import { readReports } from "./AisFeed.ts"
import { makeNmeaReader } from "./nmea/NmeaReader.ts"
import type { AisTally } from "./reports/AisTally.ts"

/** How NMEA 0183 is received over a network, and where its lines are counted. */
export interface NetworkOptions {
  /** The name of the feed in its reports and in the log, such as `tcp:ais.example:10110`. */
  readonly source: string
  readonly tally: AisTally
  /** The time without data after which a connection is closed and opened again, because it can be dead without an error. */
  readonly silenceTimeout: Duration.Input
}

/** The default time without data after which a connection is opened again. */
export const DEFAULT_SILENCE_TIMEOUT: Duration.Input = "10 minutes"

/** No data was received within the silence timeout. */
export class FeedSilent extends Schema.TaggedError<FeedSilent>()("FeedSilent", {
  source: Schema.String,
  seconds: Schema.Number
}) {
  override get message(): string {
    return `No data was received from ${this.source} for ${this.seconds} s.`
  }
}

/** Waits of 1 s, 2 s, 4 s and so on up to a minute, each with 20 % jitter; reset to 1 s by received data. */
const reconnectSchedule = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("1 minute")]).pipe(
  Schedule.jittered
)

/** The message of an error with that of its cause, because a socket error alone has little detail. */
const reasonOf = (error: { readonly message: string }): string => {
  const reason = Predicate.hasProperty(error, "reason") ? error.reason : error
  if (Predicate.isTagged(reason, "SocketCloseError")) return "The remote host closed the connection."
  const cause = Predicate.hasProperty(reason, "cause") ? reason.cause : undefined
  return cause instanceof Error && cause.message !== "" ? `${error.message}: ${cause.message}` : error.message
}

/** Opens a connection again whenever it ends, until the consumer stops. */
const withReconnection = <E extends { readonly message: string }, R>(
  connection: Stream.Stream<Uint8Array, E, R>,
  { source, tally, silenceTimeout }: NetworkOptions,
  restart: () => void
): Stream.Stream<Uint8Array, never, R> => {
  const seconds = Duration.toSeconds(silenceTimeout)
  return connection.pipe(
    Stream.timeoutOrElse({ duration: silenceTimeout, orElse: () => Stream.fail(new FeedSilent({ source, seconds })) }),
    Stream.tapError((error) =>
      Effect.andThen(
        Effect.logWarning(`${source}: reconnecting. ${reasonOf(error)}`),
        Effect.sync(() => {
          tally.addReconnection()
          restart()
        })
      )
    ),
    Stream.retry(reconnectSchedule),
    Stream.tap((chunk) => Effect.sync(() => tally.addBytes(chunk.length))),
    Stream.orDie
  )
}

/**
 * The reports of NMEA 0183 over a TCP connection that is opened again whenever it ends. Data is read on demand, so that
 * the sender waits for a slow consumer.
 */
export const tcpReports = (socket: Socket.Socket, options: NetworkOptions): Stream.Stream<VesselReport> =>
  Stream.suspend(() => {
    const reader = makeNmeaReader(options.source, "live", options.tally)
    return readReports(reader)(withReconnection(Sockets.toStream(socket), options, reader.restart))
  })

const LINE_FEED = 10

const endWithLineFeed = (payload: Uint8Array): Uint8Array => {
  if (payload[payload.length - 1] === LINE_FEED) return payload
  const lines = new Uint8Array(payload.length + 1)
  lines.set(payload)
  lines[payload.length] = LINE_FEED
  return lines
}

const datagramsOf = (socket: DatagramSocket.DatagramSocket, tally: AisTally) =>
  Stream.unwrap(
    Effect.map(socket.reader, (reader) => {
      let dropped = 0
      const pull = Effect.tap(reader.pull, () =>
        Effect.sync(() => {
          const total = reader.dropped()
          tally.addDroppedDatagrams(total - dropped)
          dropped = total
        })
      )
      return Stream.flattenArray(Stream.fromEffectRepeat(pull))
    })
  )

/**
 * The reports of NMEA 0183 in UDP datagrams, each of whole lines. Datagrams beyond the bounded queue of the socket are
 * dropped and counted.
 */
export const udpReports = (
  socket: DatagramSocket.DatagramSocket,
  options: NetworkOptions
): Stream.Stream<VesselReport> =>
  Stream.suspend(() => {
    const reader = makeNmeaReader(options.source, "live", options.tally)
    const payloads = Stream.map(datagramsOf(socket, options.tally), ({ payload }) => endWithLineFeed(payload))
    return readReports(reader)(withReconnection(payloads, options, reader.restart))
  })
