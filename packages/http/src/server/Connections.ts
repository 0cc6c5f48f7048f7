import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { SharedCapacity } from "@landfall/core/limits/FairShare"
import { isInNetworks, parseIpAddress } from "@landfall/core/net/IpNetworks"
import { Option } from "effect"
import type { IpNetwork } from "effect/net"
import { addressGroup } from "../limits/AddressGroup.ts"
import type { ClosedConnectionReason } from "../metrics/ConnectionMetrics.ts"
import { connectionsToClose, type UnsentResponse } from "../shares/UnsentBytes.ts"

/** The limits of the connections of callers. */
export interface ConnectionLimits {
  /** The maximum number of connections of callers; Infinity when the process may open any number of files. */
  readonly maxConnections: number
  /** The maximum number of bytes of responses that callers have not read. */
  readonly maxUnsentBytes: number
  /** The proxies that send the requests of many callers: no share limits them. */
  readonly proxies: ReadonlyArray<IpNetwork.IpNetwork>
}

/** Counts a connection that the server closed. */
export type CountClosed = (reason: ClosedConnectionReason) => void

/** The time without traffic after which a connection is closed. */
const STALL_MILLIS = 30_000

/** The state of a connection. */
interface Connection {
  readonly socket: Socket
  readonly address: string | undefined
  /** The instant since which bytes wait for the caller without a break; undefined while none do. */
  waitingSince: number | undefined
  inProgress: number
  /** The newest request and its response. */
  latest: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined
}

/** The address that a connection counts for; undefined for one of a proxy. */
const addressOf = (socket: Socket, proxies: ConnectionLimits["proxies"]): string | undefined => {
  const address = Option.flatMap(Option.fromNullishOr(socket.remoteAddress), parseIpAddress)
  return Option.exists(address, (known) => isInNetworks(proxies, known)) ? undefined : addressGroup(address)
}

/**
 * Starts the timer of a connection that has bytes to send or a body to receive. Others need none; a timer for every request
 * would cost a request on Deno as much as its routing.
 */
const watchStall = ({ socket, latest }: Connection): void => {
  const isMoving = socket.writableLength > 0 || latest?.request.complete === false
  if (isMoving && socket.timeout !== STALL_MILLIS) socket.setTimeout(STALL_MILLIS)
}

interface UnsentOfConnection extends UnsentResponse {
  readonly socket: Socket
}

/** The connections whose callers have not read all of their responses. */
const unsentResponses = (connections: Iterable<Connection>, now: number): ReadonlyArray<UnsentOfConnection> => {
  const unsent: Array<UnsentOfConnection> = []
  for (const connection of connections) {
    const { address, socket } = connection
    const bytes = socket.writableLength
    if (bytes === 0) {
      connection.waitingSince = undefined
      continue
    }
    connection.waitingSince ??= now
    unsent.push({ address, bytes, waitingMillis: now - connection.waitingSince, socket })
  }
  return unsent
}

/** The functions that close connections. */
export interface ConnectionClosers {
  readonly close: (socket: Socket, reason: ClosedConnectionReason) => void
  /** Closes the connections whose responses exceed the limit; call it several times a second with the time in milliseconds. */
  readonly closeUnread: (now: number) => void
}

/**
 * Bounds what the connections of callers hold: each address has a share of the connections, and a connection that does not read
 * its responses, or does not send its request, is closed.
 *
 * @param onStalledUpload responds to a request whose body does not arrive
 */
export const limitConnections = (
  server: Server,
  { maxConnections, maxUnsentBytes, proxies }: ConnectionLimits,
  count: CountClosed,
  onStalledUpload: (socket: Socket) => void
): ConnectionClosers => {
  const connections = new Map<Socket, Connection>()
  const shares = Number.isFinite(maxConnections) ? new SharedCapacity<string>(maxConnections) : undefined

  const close = (socket: Socket, reason: ClosedConnectionReason): void => {
    count(reason)
    socket.destroy()
  }

  /** The connection of an address that has waited longest for a request; maps retain the order of arrival. */
  const idleConnectionOf = (address: string): Socket | undefined => {
    for (const connection of connections.values()) {
      if (connection.address === address && connection.inProgress === 0 && !connection.socket.destroyed) {
        return connection.socket
      }
    }
    return undefined
  }

  server.on("connection", (socket: Socket) => {
    const address = addressOf(socket, proxies)
    if (address !== undefined && shares?.admits(address) === false) {
      // An idle connection makes room, so that connections without requests do not lock out others of their address.
      const idle = idleConnectionOf(address)
      close(idle ?? socket, "address_share")
      if (idle === undefined) return
    }
    if (address !== undefined) shares?.take(address)
    connections.set(socket, { socket, address, waitingSince: undefined, inProgress: 0, latest: undefined })
    socket.once("close", () => {
      connections.delete(socket)
      if (address !== undefined) shares?.release(address)
    })
  })

  server.on("request", (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.latest = { request, response }
    connection.inProgress++
    response.once("close", () => void connection.inProgress--)
  })

  // Node calls it when nothing was read or written for the time of the timer; a part of a write counts.
  server.on("timeout", (socket: Socket) => {
    if (socket.writableLength > 0) return close(socket, "stalled")
    const current = connections.get(socket)?.latest
    // Before the first request, the limit of its headers applies.
    if (current === undefined) return
    if (!current.request.complete && current.request.readableFlowing === true) {
      count("stalled")
      return onStalledUpload(socket)
    }
    // An idle connection is closed; a request whose response is being computed is not.
    if (current.response.writableFinished) socket.destroy()
  })

  const closeUnread = (now: number): void => {
    for (const connection of connections.values()) watchStall(connection)
    for (const { socket } of connectionsToClose(unsentResponses(connections.values(), now), maxUnsentBytes)) {
      close(socket, "unsent_bytes")
    }
  }

  return { close, closeUnread }
}
