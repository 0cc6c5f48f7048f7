import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Duration, Effect, Predicate, Schedule, Schema, Stream } from "effect"
import type { DatagramSocket, Socket } from "effect/socket"
import { Socket as Sockets } from "effect/socket"
import { readReports } from "./AisFeed.ts"
import { makeNmeaReader } from "./nmea/NmeaReader.ts"
import type { AisTally } from "./reports/AisTally.ts"

export interface NetworkOptions {
  /** The name of the feed in its reports and in the log, such as `tcp:ais.example:10110`. */
  readonly source: string
  readonly tally: AisTally
  /** A connection that brings nothing for this long is given up and made again: it may be dead without saying so. */
  readonly silenceTimeout: Duration.Input
}

/** The silence after which a connection is made again where nothing else is asked for. */
export const DEFAULT_SILENCE_TIMEOUT: Duration.Input = "10 minutes"

/** Nothing came for too long. */
export class FeedSilent extends Schema.TaggedError<FeedSilent>()("FeedSilent", {
  source: Schema.String,
  seconds: Schema.Number
}) {
  override get message(): string {
    return `${this.source} brought nothing for ${this.seconds} s.`
  }
}

/** 1 s, 2 s, 4 s and so on up to a minute, each up to a fifth more or less. From 1 s again once something came. */
const reconnectSchedule = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("1 minute")]).pipe(
  Schedule.jittered
)

/** What went wrong, and what the system says of it: a socket says little more than that it could not be opened. */
const reasonOf = (error: { readonly message: string }): string => {
  const reason = Predicate.hasProperty(error, "reason") ? error.reason : error
  if (Predicate.isTagged(reason, "SocketCloseError")) return "The other side ended the connection."
  const cause = Predicate.hasProperty(reason, "cause") ? reason.cause : undefined
  return cause instanceof Error && cause.message !== "" ? `${error.message}: ${cause.message}` : error.message
}

/** Makes a connection again whenever it ends, for good: whoever asks for no more reports ends it. */
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
        Effect.logWarning(`${source}: connecting again. ${reasonOf(error)}`),
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
 * The reports of NMEA 0183 over a TCP connection that is made again whenever it ends. Nothing is read that is not asked
 * for, so the sender waits for whoever reads slowly.
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
          const now = reader.dropped()
          tally.addDroppedDatagrams(now - dropped)
          dropped = now
        })
      )
      return Stream.flattenArray(Stream.fromEffectRepeat(pull))
    })
  )

/**
 * The reports of NMEA 0183 in UDP datagrams, each of whole lines. Datagrams that come faster than they are read are lost
 * beyond the socket's bounded queue, and counted.
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
