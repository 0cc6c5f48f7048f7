import { createSocket, type RemoteInfo } from "node:dgram"
import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { Effect, type Scope } from "effect"

/** How a name server responds to a query; `silent`: never. */
export type NameServerResponse =
  | { readonly _tag: "Addresses"; readonly addresses: ReadonlyArray<string>; readonly ttlSeconds: number }
  /** An alias with the addresses of its target. */
  | { readonly _tag: "Alias"; readonly target: string; readonly addresses: ReadonlyArray<string> }
  | { readonly _tag: "Code"; readonly code: number }
  /** Over UDP a truncated response; over TCP the addresses. */
  | { readonly _tag: "Truncated"; readonly addresses: ReadonlyArray<string> }
  | { readonly _tag: "Garbage" }
  | { readonly _tag: "Silent" }

export const SERVER_FAILURE = 2
export const NO_SUCH_NAME = 3
export const REFUSED = 5

/** A query that a name server has received. */
export interface NameQuery {
  readonly name: string
  readonly type: "A" | "AAAA"
}

export interface NameServer {
  /** `127.0.0.1:PORT` */
  readonly address: string
  readonly queries: ReadonlyArray<NameQuery>
}

const TYPES = { 1: "A", 28: "AAAA" } as const
const TRUNCATED = 0x0200
const RESPONSE = 0x8180
const TYPE_CNAME = 5
/** A pointer to the name of the question (RFC 1035 section 4.1.4). */
const QUESTION_NAME = Buffer.from([0xc0, 12])

const uint16 = (...values: ReadonlyArray<number>): Buffer =>
  Buffer.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]))

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0])
  ])

const parseQuestion = (message: Buffer): { readonly query: NameQuery; readonly end: number } | undefined => {
  const labels: Array<string> = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  const type = message.readUInt16BE(at + 1)
  return type === 1 || type === 28
    ? { query: { name: labels.join(".").toLowerCase(), type: TYPES[type] }, end: at + 5 }
    : undefined
}

const addressBytes = (address: string, type: NameQuery["type"]): Buffer | undefined => {
  if (type === "A") return address.includes(":") ? undefined : Buffer.from(address.split(".").map(Number))
  if (!address.includes(":")) return undefined
  const [head = "", tail = ""] = address.split("::")
  const [before, after] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""))
  const zeros = Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => "0")
  return uint16(...[...(before ?? []), ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16)))
}

const record = (name: Buffer, type: number, ttlSeconds: number, data: Buffer): Buffer =>
  Buffer.concat([name, uint16(type, 1, ttlSeconds >> 16, ttlSeconds & 0xffff, data.length), data])

const addressRecords = (name: Buffer, type: NameQuery["type"], addresses: ReadonlyArray<string>, ttlSeconds: number) =>
  addresses.flatMap((address) => {
    const data = addressBytes(address, type)
    return data === undefined ? [] : [record(name, type === "A" ? 1 : 28, ttlSeconds, data)]
  })

const respond = (message: Buffer, overTcp: boolean, responseTo: (query: NameQuery) => NameServerResponse) => {
  const parsed = parseQuestion(message)
  if (parsed === undefined) return undefined
  const { query, end } = parsed
  const question = message.subarray(12, end)
  const reply = (flags: number, records: ReadonlyArray<Buffer>) =>
    Buffer.concat([message.subarray(0, 2), uint16(flags, 1, records.length, 0, 0), question, ...records])
  const response = responseTo(query)
  switch (response._tag) {
    case "Addresses":
      return reply(RESPONSE, addressRecords(QUESTION_NAME, query.type, response.addresses, response.ttlSeconds))
    case "Alias": {
      const target = encodeName(response.target)
      const alias = record(QUESTION_NAME, TYPE_CNAME, 60, target)
      return reply(RESPONSE, [alias, ...addressRecords(target, query.type, response.addresses, 60)])
    }
    case "Code":
      return reply(RESPONSE | response.code, [])
    case "Truncated":
      return overTcp
        ? reply(RESPONSE, addressRecords(QUESTION_NAME, query.type, response.addresses, 60))
        : reply(RESPONSE | TRUNCATED, [])
    case "Garbage":
      return Buffer.concat([message.subarray(0, 2), Buffer.alloc(7, 0xff)])
    case "Silent":
      return undefined
  }
}

/** Listens on a port that is free for TCP and for UDP. A port that is free for TCP can be in use for UDP. */
const listenOnBoth = async (accept: (socket: Socket) => void) => {
  for (;;) {
    const tcp = createServer(accept).listen(0, "127.0.0.1")
    await once(tcp, "listening")
    const { port } = tcp.address() as { readonly port: number }
    const udp = createSocket("udp4")
    const isListening = new Promise<boolean>((resolve) => {
      udp.once("listening", () => resolve(true))
      udp.once("error", () => resolve(false))
    })
    udp.bind(port, "127.0.0.1")
    if (await isListening) return { tcp, udp, port }
    tcp.close()
    udp.close()
  }
}

/** A name server on loopback, over UDP and TCP. It stops with the scope. */
export const nameServer = (
  responseTo: (query: NameQuery) => NameServerResponse
): Effect.Effect<NameServer, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const queries: Array<NameQuery> = []
        const recorded = (query: NameQuery) => {
          queries.push(query)
          return responseTo(query)
        }
        const sockets = new Set<Socket>()
        const acceptTcp = (socket: Socket) => {
          sockets.add(socket)
          socket.on("error", () => {})
          socket.on("data", (data: Buffer) => {
            const response = respond(data.subarray(2), true, recorded)
            if (response !== undefined) socket.write(Buffer.concat([uint16(response.length), response]))
          })
        }
        const { tcp, udp, port } = await listenOnBoth(acceptTcp)
        udp.on("message", (message: Buffer, { address, port }: RemoteInfo) => {
          const response = respond(message, false, recorded)
          if (response !== undefined) udp.send(response, port, address)
        })
        return { address: `127.0.0.1:${port}`, queries, tcp, udp, sockets }
      }),
      ({ sockets, tcp, udp }) =>
        Effect.sync(() => {
          for (const socket of sockets) socket.destroy()
          tcp.close()
          udp.close()
        })
    ),
    ({ address, queries }) => ({ address, queries })
  )
