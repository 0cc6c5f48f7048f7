import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  connectPacket,
  MAX_PACKET_BYTES,
  type MqttPacket,
  makeMqttPacketReader,
  PING_PACKET,
  subscribePacket
} from "../../../src/ais/mqtt/MqttPacket.ts"

const encoder = new TextEncoder()

const lengthBytes = (length: number): ReadonlyArray<number> =>
  length < 128 ? [length] : [(length & 127) | 128, ...lengthBytes(length >> 7)]

const publish = (topic: string, payload: Uint8Array, qos = 0): Uint8Array => {
  const name = encoder.encode(topic)
  const body = [name.length >> 8, name.length & 255, ...name, ...(qos > 0 ? [0, 7] : []), ...payload]
  return Uint8Array.from([0x30 | (qos << 1), ...lengthBytes(body.length), ...body])
}

const topicsOf = (packets: ReadonlyArray<MqttPacket> | undefined) =>
  packets?.flatMap((packet) => (packet._tag === "Publish" ? [[packet.topic, [...packet.payload]]] : []))

describe("a packet of MQTT 3.1.1", () => {
  it("to connect, to subscribe and to ping has the bytes of the standard", () => {
    assert.deepStrictEqual(
      [...connectPacket("ab", 60)],
      [0x10, 14, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 2, 0x61, 0x62]
    )
    assert.deepStrictEqual(
      [...subscribePacket(1, ["a/b", "c"])],
      [0x82, 12, 0, 1, 0, 3, 0x61, 0x2f, 0x62, 0, 0, 1, 0x63, 0]
    )
    assert.deepStrictEqual([...PING_PACKET], [0xc0, 0])
  })

  it("of a broker is read: the acknowledgements, a message of any quality of service, and others", () => {
    const bytes = [
      0x20,
      2,
      0,
      5,
      0x90,
      4,
      0,
      1,
      0,
      128,
      0xd0,
      0,
      ...publish("t", Uint8Array.of(1, 2)),
      ...publish("u", Uint8Array.of(3), 1)
    ]
    assert.deepStrictEqual(makeMqttPacketReader().push(Uint8Array.from(bytes)), [
      { _tag: "Connack", code: 5 },
      { _tag: "Suback", codes: [0, 128] },
      { _tag: "Other", type: 13 },
      { _tag: "Publish", topic: "t", payload: Uint8Array.of(1, 2) },
      { _tag: "Publish", topic: "u", payload: Uint8Array.of(3) }
    ])
  })

  it("over the limit, with a length of five bytes, or with a topic beyond its end is not MQTT, and nothing after it is read", () => {
    for (const bytes of [
      [0x30, ...lengthBytes(MAX_PACKET_BYTES + 1)],
      [0x30, 255, 255, 255, 255, 1],
      [0x30, 2, 0, 9],
      [0x20, 1, 0]
    ]) {
      const reader = makeMqttPacketReader()
      assert.isUndefined(reader.push(Uint8Array.from(bytes)))
      assert.isUndefined(reader.push(publish("t", Uint8Array.of(1))))
    }
  })

  const Message = Schema.Struct({ topic: Schema.String, payload: Schema.Uint8Array })
  it.prop(
    "is read whole from chunks of any size",
    [
      Schema.Array(Message).check(Schema.isMaxLength(5)),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))
    ],
    ([messages, size]) => {
      const sent = messages.map(({ topic, payload }) => ({ topic: topic.toWellFormed(), payload }))
      const bytes = Uint8Array.from(sent.flatMap(({ topic, payload }) => [...publish(topic, payload)]))
      const reader = makeMqttPacketReader()
      const received: Array<unknown> = []
      for (let at = 0; at < bytes.length; at += size) {
        received.push(...(topicsOf(reader.push(bytes.subarray(at, at + size))) ?? ["not MQTT"]))
      }
      assert.deepStrictEqual(
        received,
        sent.map(({ topic, payload }) => [topic, [...payload]])
      )
    }
  )

  it.prop("of any bytes gives no error", [Schema.Array(Schema.Uint8Array)], ([chunks]) => {
    const reader = makeMqttPacketReader()
    for (const chunk of chunks) reader.push(chunk)
  })
})
