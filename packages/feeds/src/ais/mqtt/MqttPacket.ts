/**
 * The packets of MQTT 3.1.1 that a subscriber without acknowledgements needs (OASIS standard, 2014; QoS 0): CONNECT,
 * SUBSCRIBE and PINGREQ to send, CONNACK, SUBACK, PUBLISH and PINGRESP to receive.
 */

/** A packet of a broker. */
export type MqttPacket =
  /** 0 is accepted; 1 to 5 are rejections, such as 5, not authorised. */
  | { readonly _tag: "Connack"; readonly code: number }
  /** The granted quality of service of each topic; 128 is a failure. */
  | { readonly _tag: "Suback"; readonly codes: ReadonlyArray<number> }
  | { readonly _tag: "Publish"; readonly topic: string; readonly payload: Uint8Array }
  | { readonly _tag: "Other"; readonly type: number }

const CONNACK = 2
const PUBLISH = 3
const SUBACK = 9

/** The largest packet that is accepted, in bytes. A message of Digitraffic has less than 1 KiB. */
export const MAX_PACKET_BYTES = 262_144

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A text with its length in two bytes (section 1.5.3). */
const textBytes = (text: string): ReadonlyArray<number> => {
  const bytes = encoder.encode(text)
  return [bytes.length >> 8, bytes.length & 255, ...bytes]
}

/** The remaining length: seven bits a byte, the lowest first (section 2.2.3). */
const lengthBytes = (length: number): ReadonlyArray<number> =>
  length < 128 ? [length] : [(length & 127) | 128, ...lengthBytes(length >> 7)]

const packetOf = (header: number, body: ReadonlyArray<number>): Uint8Array =>
  Uint8Array.from([header, ...lengthBytes(body.length), ...body])

/** CONNECT with a clean session and without credentials (section 3.1). */
export const connectPacket = (clientId: string, keepAliveSeconds: number): Uint8Array =>
  packetOf(0x10, [...textBytes("MQTT"), 4, 0x02, keepAliveSeconds >> 8, keepAliveSeconds & 255, ...textBytes(clientId)])

/** SUBSCRIBE to topics with QoS 0 (section 3.8). */
export const subscribePacket = (packetId: number, topics: ReadonlyArray<string>): Uint8Array =>
  packetOf(0x82, [packetId >> 8, packetId & 255, ...topics.flatMap((topic) => [...textBytes(topic), 0])])

/** PINGREQ (section 3.12). */
export const PING_PACKET: Uint8Array = packetOf(0xc0, [])

const publishOf = (flags: number, body: Uint8Array): MqttPacket | undefined => {
  const topicEnd = 2 + (body[0] ?? 0) * 256 + (body[1] ?? 0)
  const start = topicEnd + ((flags & 0x06) === 0 ? 0 : 2)
  if (body.length < 2 || start > body.length) return undefined
  return { _tag: "Publish", topic: decoder.decode(body.subarray(2, topicEnd)), payload: body.slice(start) }
}

const packetFrom = (header: number, body: Uint8Array): MqttPacket | undefined => {
  switch (header >> 4) {
    case CONNACK:
      return body.length === 2 ? { _tag: "Connack", code: body[1] ?? 0 } : undefined
    case SUBACK:
      return body.length > 2 ? { _tag: "Suback", codes: [...body.subarray(2)] } : undefined
    case PUBLISH:
      return publishOf(header, body)
    default:
      return { _tag: "Other", type: header >> 4 }
  }
}

/** Reads the packets of a connection from chunks of any size. */
export interface MqttPacketReader {
  /** The packets that end in a chunk; undefined when the bytes are not MQTT, after which the connection has to end. */
  readonly push: (chunk: Uint8Array) => ReadonlyArray<MqttPacket> | undefined
}

/** The start and the end of the body of a packet, from its header. Undefined while bytes are missing. */
const frameOf = (
  bytes: Uint8Array,
  at: number
): { readonly start: number; readonly end: number } | "invalid" | undefined => {
  let length = 0
  for (let index = 0; index < 4; index++) {
    const byte = bytes[at + 1 + index]
    if (byte === undefined) return undefined
    length += (byte & 127) * 128 ** index
    if (byte < 128)
      return length > MAX_PACKET_BYTES ? "invalid" : { start: at + 2 + index, end: at + 2 + index + length }
  }
  return "invalid"
}

const joined = (chunks: ReadonlyArray<Uint8Array>, length: number): Uint8Array => {
  const [first] = chunks
  if (first !== undefined && chunks.length === 1) return first
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Makes a reader of one connection. It buffers at most one packet, whose chunks are joined once. */
export const makeMqttPacketReader = (): MqttPacketReader => {
  let unread: Array<Uint8Array> = []
  let [unreadBytes, bytesNeeded] = [0, 0]
  let isInvalid = false
  const retain = (bytes: Uint8Array, needed: number): void => {
    unread = bytes.length === 0 ? [] : [bytes]
    ;[unreadBytes, bytesNeeded] = [bytes.length, needed]
  }
  const invalidate = (): undefined => {
    isInvalid = true
    retain(new Uint8Array(0), 0)
  }
  return {
    push: (chunk) => {
      if (isInvalid) return undefined
      unread.push(chunk)
      unreadBytes += chunk.length
      if (unreadBytes < bytesNeeded) return []
      const bytes = joined(unread, unreadBytes)
      const packets: Array<MqttPacket> = []
      let at = 0
      let frame = frameOf(bytes, at)
      while (frame !== undefined && frame !== "invalid" && frame.end <= bytes.length) {
        const packet = packetFrom(bytes[at] ?? 0, bytes.subarray(frame.start, frame.end))
        if (packet === undefined) return invalidate()
        packets.push(packet)
        at = frame.end
        frame = frameOf(bytes, at)
      }
      if (frame === "invalid") return invalidate()
      retain(bytes.slice(at), frame === undefined ? 0 : frame.end - at)
      return packets
    }
  }
}
