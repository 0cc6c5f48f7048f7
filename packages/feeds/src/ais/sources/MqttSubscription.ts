import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { Array as Arr, Duration, Effect, Stream } from "effect"
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

/** The bytes of a frame whose packets are read in one step: about a millisecond of work where packets are small. */
const STEP_BYTES = 8192

const reject = (message: string) => Effect.fail(new SourceRejection({ message }))
const NOT_MQTT = "The server does not send MQTT 3.1.1."

/** The steps in which the packets of a frame are read. */
const stepsOf = (frame: Uint8Array): ReadonlyArray<{ readonly isFirst: boolean; readonly bytes: Uint8Array }> =>
  Array.from({ length: Math.ceil(frame.length / STEP_BYTES) }, (_, index) => ({
    isFirst: index === 0,
    bytes: frame.subarray(index * STEP_BYTES, (index + 1) * STEP_BYTES)
  }))

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
      const packetReader = makeMqttPacketReader()
      yield* writer.write(connectPacket(clientId, KEEP_ALIVE_SECONDS))
      const pings = Effect.forever(Effect.andThen(Effect.sleep(PING_INTERVAL), writer.write(PING_PACKET)))

      // A broker acknowledges the connection once, before anything else, and the subscription once (sections 3.1 and 3.8).
      let expected: MqttPacket["_tag"] | undefined = "Connack"
      const acknowledge = Effect.fnUntraced(function* (packet: MqttPacket) {
        if (packet._tag !== expected) return yield* reject(NOT_MQTT)
        if (packet._tag === "Connack") {
          if (packet.code !== 0) {
            return yield* reject(
              `The broker rejected the connection: ${REFUSALS[packet.code] ?? `code ${packet.code}`}.`
            )
          }
          expected = "Suback"
          yield* writer.write(subscribePacket(SUBSCRIPTION_ID, topics))
        } else if (packet._tag === "Suback") {
          if (packet.codes.some((code) => code > 2)) {
            return yield* reject(`The broker rejected the subscription to ${topics.join(", ")}.`)
          }
          expected = undefined
          tally.addConnection()
        }
      })
      const read = Effect.fnUntraced(function* (
        bytes: Uint8Array
      ): Effect.fn.Return<ReadonlyArray<MqttMessage>, SourceRejection | Socket.SocketError> {
        tally.addBytes(bytes.length)
        const packets = packetReader.push(bytes)
        if (packets === undefined) return yield* reject(NOT_MQTT)
        const messages: Array<MqttMessage> = []
        for (const packet of packets) {
          if (packet._tag === "Publish" && expected !== "Connack") messages.push(packet)
          else if (packet._tag !== "Other" || expected === "Connack") yield* acknowledge(packet)
        }
        return messages
      })
      const timedOut = new SourceRejection({
        message: `The broker sent nothing for ${Duration.toSeconds(DEAD_AFTER)} s.`
      })
      return Stream.flattenArray(Stream.fromEffectRepeat(pull)).pipe(
        Stream.timeoutOrElse({ duration: DEAD_AFTER, orElse: () => Stream.fail(timedOut) }),
        Stream.map((frame) => stepsOf(bytesOf(frame))),
        Stream.filter(Arr.isReadonlyArrayNonEmpty),
        Stream.flattenArray,
        Stream.mapEffect(({ isFirst, bytes }) => Effect.andThen(isFirst ? Effect.void : nextSlice, read(bytes))),
        Stream.filter(Arr.isReadonlyArrayNonEmpty),
        Stream.flattenArray,
        Stream.merge(Stream.drain(Stream.fromEffect(pings)), { haltStrategy: "either" })
      )
    })
  )
