import { createSocket } from "node:dgram"

const RESPONSE = 0x8180
const NO_SUCH_NAME = 3
const TYPE_A = 1
const HEADER_BYTES = 12

/** What a name server responds: an address, no such name, or nothing at all. */
export type NameResponse = { readonly address: string; readonly ttlSeconds: number } | "unknown" | "silent"

export interface NameServer {
  /** `127.0.0.1:PORT` */
  readonly address: string
  /** The queries for each name. */
  readonly queries: ReadonlyMap<string, number>
  readonly close: () => void
}

const uint16 = (value: number): ReadonlyArray<number> => [(value >> 8) & 0xff, value & 0xff]

const parseQuestion = (message: Buffer) => {
  const labels: Array<string> = []
  let at = HEADER_BYTES
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

const encode = (message: Buffer, end: number, type: number, response: Exclude<NameResponse, "silent">): Buffer => {
  const isKnown = response !== "unknown"
  const records = isKnown && type === TYPE_A ? 1 : 0
  const flags = RESPONSE | (isKnown ? 0 : NO_SUCH_NAME)
  const header = [...message.subarray(0, 2), ...uint16(flags), 0, 1, 0, records, 0, 0, 0, 0]
  const record =
    isKnown && type === TYPE_A
      ? [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, ...uint16(response.ttlSeconds), 0, 4, ...ipv4(response.address)]
      : []
  return Buffer.from([...header, ...message.subarray(HEADER_BYTES, end), ...record])
}

const ipv4 = (address: string): ReadonlyArray<number> => address.split(".").map(Number)

/** A name server on loopback over UDP. */
export const startNameServer = async (responseTo: (name: string) => NameResponse): Promise<NameServer> => {
  const queries = new Map<string, number>()
  const socket = createSocket("udp4")
  socket.on("message", (message, sender) => {
    const { name, type, end } = parseQuestion(message)
    queries.set(name, (queries.get(name) ?? 0) + 1)
    const response = responseTo(name)
    if (response !== "silent") socket.send(encode(message, end, type, response), sender.port, sender.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
  return { address: `127.0.0.1:${socket.address().port}`, queries, close: () => socket.close() }
}
