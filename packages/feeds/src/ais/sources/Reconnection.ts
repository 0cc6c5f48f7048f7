import { Duration, Effect, Option, Predicate, Schedule, Schema, Stream } from "effect"
import type { Socket } from "effect/socket"
import type { AisTally } from "../reports/AisTally.ts"

/** The options of receiving a live source, and the tally of its input. */
export interface LiveOptions {
  /** The name of the source in its reports, metrics and the log, such as `tcp://ais.example:10110`. */
  readonly source: string
  readonly tally: AisTally
  /**
   * The time without data after which a connection is closed and opened again, because it can fail without an error.
   */
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

/** The source responded with an error, such as one about its key. */
export class SourceRejection extends Schema.TaggedError<SourceRejection>()("SourceRejection", {
  message: Schema.String
}) {}

/** Waits of 1 s, 2 s, 4 s and so on up to a minute, each with 20 % jitter; reset to 1 s by received data. */
const reconnectSchedule = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("1 minute")]).pipe(
  Schedule.jittered
)

/** The code of a network error, such as `ECONNREFUSED`. */
const codeOf = (cause: unknown): string | undefined =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : undefined

/** The code of an error of a runtime, or its message. The event of a WebSocket has one or the other. */
const describeCause = (cause: unknown): string => {
  const error = Predicate.hasProperty(cause, "error") && cause.error instanceof Error ? cause.error : cause
  const inner = error instanceof Error ? codeOf(error.cause) : undefined
  if (inner !== undefined) return inner
  const message = Predicate.hasProperty(error, "message") && typeof error.message === "string" ? error.message : ""
  return message === "" ? (codeOf(error) ?? "") : message
}

const LOST_OR_TOO_LARGE = "The connection was lost, or the server sent a message that is too large."

/** The message of an error with that of its cause, because a socket error alone has little detail. */
const reasonOf = (error: { readonly message: string }): string => {
  const reason = Predicate.hasProperty(error, "reason") ? error.reason : error
  if (Predicate.isTagged(reason, "SocketCloseError")) return "The remote host closed the connection."
  const cause = describeCause(Predicate.hasProperty(reason, "cause") ? reason.cause : undefined)
  // A WebSocket states no reason in either case.
  if (cause === "" && Predicate.isTagged(reason, "SocketReadError")) return LOST_OR_TOO_LARGE
  const text = cause === "" ? error.message : `${error.message}: ${cause}`
  return text.endsWith(".") ? text : `${text}.`
}

/**
 * Opens a connection again whenever it fails or ends, until the consumer stops. `restart` runs before, and discards
 * incomplete input. A failure of the connection before its first element lengthens the wait.
 */
export const withReconnection = <A, E extends { readonly message: string }, R>(
  connection: Stream.Stream<A, E, R>,
  { source, tally, silenceTimeout }: LiveOptions,
  restart: () => void
): Stream.Stream<A, never, R> => {
  const seconds = Duration.toSeconds(silenceTimeout)
  const ended = Stream.fail(new SourceRejection({ message: "The remote host ended the response." }))
  return connection.pipe(
    Stream.concat(ended),
    Stream.timeoutOrElse({ duration: silenceTimeout, orElse: () => Stream.fail(new FeedSilent({ source, seconds })) }),
    Stream.tapError((error) => {
      const reason = reasonOf(error)
      return Effect.andThen(
        Effect.logWarning(`${source}: reconnecting. ${reason}`),
        Effect.sync(() => {
          tally.addReconnection(reason)
          restart()
        })
      )
    }),
    Stream.retry(reconnectSchedule),
    Stream.orDie
  )
}

/** The message that is sent over a connection as soon as it is open, such as a subscription. */
export type OpeningMessage = Uint8Array | string

/**
 * The frames of one connection, from its opening to its end. The tally counts the connection, and the opening message is sent.
 */
export const connectionFrames = (
  socket: Socket.Socket,
  tally: AisTally,
  openingMessage: Option.Option<OpeningMessage> = Option.none()
): Stream.Stream<Uint8Array | string, Socket.SocketError> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { pull } = yield* socket.reader
      tally.addConnection()
      if (Option.isSome(openingMessage)) {
        const writer = yield* socket.writer
        yield* writer.write(openingMessage.value)
      }
      return Stream.flattenArray(Stream.fromEffectRepeat(pull))
    })
  )

const encoder = new TextEncoder()

/** The bytes of a frame. */
export const bytesOf = (frame: Uint8Array | string): Uint8Array =>
  typeof frame === "string" ? encoder.encode(frame) : frame
