import { Duration, Effect, Stream } from "effect"
import type { Socket } from "effect/socket"
import {
  connectPacket,
  type MqttPacket,
  makeMqttPacketReader,
  PING_PACKET,
  subscribePacket
} from "../mqtt/MqttPacket.ts"
import type { AisTally } from "../reports/AisTally.ts"
import { bytesOf, SourceRejection } from "./Reconnection.ts"

/** A message of a topic. */
export interface MqttMessage {
  readonly topic: string
  readonly payload: Uint8Array
}

/** The topics to subscribe to, under the id of a client. */
export interface MqttSubscription {
  /** At most 23 letters and digits, different for each client of a broker (MQTT 3.1.1, section 3.1.3.1). */
  readonly clientId: string
  readonly topics: ReadonlyArray<string>
}

const KEEP_ALIVE_SECONDS = 60
/** The interval of PINGREQ, and the time without any packet after which the connection is closed as failed. */
const PING_INTERVAL = "30 seconds"
const DEAD_AFTER: Duration.Input = "95 seconds"

const SUBSCRIPTION_ID = 1

const REFUSALS: ReadonlyArray<string> = [
  "accepted",
  "unacceptable protocol version",
  "client id rejected",
  "server unavailable",
  "bad user name or password",
  "not authorised"
]

const reject = (message: string) => Effect.fail(new SourceRejection({ message }))

/**
 * The messages of topics over one connection to a broker of MQTT 3.1.1, such as a WebSocket with the protocol `mqtt`, from
 * its opening to its end.
 */
export const mqttMessages = (
  socket: Socket.Socket,
  { clientId, topics }: MqttSubscription,
  tally: AisTally
): Stream.Stream<MqttMessage, Socket.SocketError | SourceRejection> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { pull } = yield* socket.reader
      const writer = yield* socket.writer
      const packets = makeMqttPacketReader()
      yield* writer.write(connectPacket(clientId, KEEP_ALIVE_SECONDS))
      const pings = Effect.forever(Effect.andThen(Effect.sleep(PING_INTERVAL), writer.write(PING_PACKET)))

      const handle = Effect.fnUntraced(function* (packet: MqttPacket) {
        if (packet._tag === "Connack" && packet.code === 0) {
          yield* writer.write(subscribePacket(SUBSCRIPTION_ID, topics))
        } else if (packet._tag === "Connack") {
          yield* reject(`The broker rejected the connection: ${REFUSALS[packet.code] ?? `code ${packet.code}`}.`)
        } else if (packet._tag === "Suback" && packet.codes.some((code) => code > 2)) {
          yield* reject(`The broker rejected the subscription to ${topics.join(", ")}.`)
        } else if (packet._tag === "Suback") tally.addConnection()
        return packet._tag === "Publish" ? [packet] : []
      })
      const read = (chunk: Uint8Array) =>
        Effect.suspend((): Effect.Effect<ReadonlyArray<MqttPacket>, SourceRejection> => {
          tally.addBytes(chunk.length)
          const received = packets.push(chunk)
          return received === undefined ? reject("The server does not send MQTT 3.1.1.") : Effect.succeed(received)
        })
      const timedOut = new SourceRejection({
        message: `The broker sent nothing for ${Duration.toSeconds(DEAD_AFTER)} s.`
      })
      return Stream.flattenArray(Stream.fromEffectRepeat(pull)).pipe(
        Stream.timeoutOrElse({ duration: DEAD_AFTER, orElse: () => Stream.fail(timedOut) }),
        Stream.mapEffect((frame) => Effect.flatMap(read(bytesOf(frame)), Effect.forEach(handle))),
        Stream.flatMap((messages) => Stream.fromIterable(messages.flat())),
        Stream.merge(Stream.drain(Stream.fromEffect(pings)), { haltStrategy: "either" })
      )
    })
  )
