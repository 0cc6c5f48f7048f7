import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { Socket } from "effect/socket"
import { makeAisTally } from "../../../src/ais/reports/AisTally.ts"
import { mqttMessages } from "../../../src/ais/sources/MqttSubscription.ts"

const CONNACK = [0x20, 2, 0, 0]
const SUBACK = [0x90, 3, 0, 1, 0]
const PINGRESP = [0xd0, 0]
const PUBLISH = [0x30, 4, 0, 1, 97, 98]
const SUBSCRIBE_TYPE = 8

const closed = new Socket.SocketError({ reason: new Socket.SocketCloseError({ code: 1000 }) })

/** The messages that one frame of a broker gives, the error that follows, and the packets that were sent to it. */
const receive = (packets: ReadonlyArray<ReadonlyArray<number>>) =>
  Effect.gen(function* () {
    const frames = [Uint8Array.from(packets.flat())]
    const sent: Array<number> = []
    const pull = Effect.suspend(() => {
      const frame = frames.shift()
      return frame === undefined ? Effect.fail(closed) : Effect.succeed([frame] as const)
    })
    const write = (chunk: Uint8Array | string | Socket.CloseEvent) =>
      Effect.sync(() => {
        if (chunk instanceof Uint8Array) sent.push((chunk[0] ?? 0) >> 4)
      })
    const socket = Socket.make({
      reader: Effect.succeed({ pull, upgrade: Socket.SocketUpgradeError.unsupported }),
      writer: Effect.succeed({ write, writeAll: () => Effect.void })
    })
    let messages = 0
    const tally = makeAisTally()
    const error = yield* mqttMessages(socket, { clientId: "test", topics: ["a"] }, tally).pipe(
      Stream.runForEach(() => Effect.sync(() => messages++)),
      Effect.scoped,
      Effect.flip
    )
    return { messages, error: error.message, sent, isConnected: tally.counts().isConnected }
  })

const times = <A>(count: number, packet: A): ReadonlyArray<A> => Array.from({ length: count }, () => packet)

describe("a subscription over MQTT", () => {
  it.live("reads every packet of a frame of very small ones", () =>
    Effect.gen(function* () {
      const packets = [CONNACK, SUBACK, ...times(20_000, PINGRESP), ...times(20_000, PUBLISH)]
      const { messages, error, isConnected } = yield* receive(packets)
      assert.deepStrictEqual([messages, error, isConnected], [20_000, closed.message, true])
    })
  )

  for (const [title, packets] of [
    ["a connection again and again", times(100, CONNACK)],
    ["a subscription that it did not get", times(100, SUBACK)],
    ["a subscription again and again", [CONNACK, ...times(100, SUBACK)]],
    ["nothing, and sends messages", [PUBLISH]]
  ] as const) {
    it.live(`ends when the broker acknowledges ${title}, and subscribes once at most`, () =>
      Effect.gen(function* () {
        const { messages, error, sent } = yield* receive(packets)
        assert.deepStrictEqual([messages, error], [0, "The server does not send MQTT 3.1.1."])
        assert.isAtMost(sent.filter((type) => type === SUBSCRIBE_TYPE).length, 1)
      })
    )
  }
})
