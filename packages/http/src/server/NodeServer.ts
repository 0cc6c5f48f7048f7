import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { ERRORS, httpStatusOf } from "@landfall/api/conventions/ErrorCode"
import { makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import type { LoopTurn } from "@landfall/core/limits/LoopTurn"
import { DateTime, Predicate } from "effect"
import { SecureRandom } from "effect/crypto"
import { encodeErrorInfo } from "../conventions/ApiError.ts"
import {
  CONNECT_FAULT,
  type FramingFault,
  type FramingFaultKind,
  framingFaultOf,
  isFramingCode,
  MAX_HEADER_BYTES
} from "../edge/FramingFaults.ts"
import { SECURITY_HEADERS } from "../edge/SecurityHeaders.ts"
import { boundChunks } from "./ChunkBounds.ts"
import { type ConnectionLimits, type CountClosed, limitConnections } from "./Connections.ts"
import { handleInOrder, type PipelineListeners } from "./PipelinedRequests.ts"

const SECOND_MILLIS = 1000

const OPTIONS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: 20 * SECOND_MILLIS,
  /** For the whole request. A body of 8 MiB takes this long at 70 KB/s. */
  requestTimeout: 120 * SECOND_MILLIS,
  /** Longer than proxies keep idle connections, commonly 60 s: they must not send a request while the server closes. */
  keepAliveTimeout: 65 * SECOND_MILLIS,
  /** The pipeline rejects a missing `Host` with an errorInfo. */
  requireHostHeader: false,
  /** No operation upgrades, so that `Upgrade` is ignored. Clients send it with ordinary requests to offer HTTP/2. */
  shouldUpgradeCallback: () => false
} as const

/** Counts a framing fault. */
type CountFault = (kind: FramingFaultKind) => void

/**
 * A whole response, for a socket that has no request to respond to. Node would send a response without a body, or none.
 */
const rawResponse = ({ error, detail }: FramingFault): string => {
  const { code } = ERRORS[error]
  const status = httpStatusOf(code)
  const body = JSON.stringify(encodeErrorInfo(makeErrorInfo(code, DateTime.nowUnsafe(), { details: [detail] })))
  const headers = {
    "content-type": "application/json",
    "content-length": new TextEncoder().encode(body).length,
    "x-request-id": SecureRandom.uuidV4Unsafe(),
    ...SECURITY_HEADERS,
    connection: "close"
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`
}

const endWith = (socket: Duplex, fault: FramingFault): void => {
  if (socket.writable) socket.end(rawResponse(fault))
  else socket.destroy()
}

/** The fault of the bytes that arrived; undefined for an error of the connection. */
const faultOf = (error: Error): FramingFault | undefined => {
  const code = "code" in error && Predicate.isString(error.code) ? error.code : ""
  if (!isFramingCode(code)) return undefined
  const packet = "rawPacket" in error && error.rawPacket instanceof Uint8Array ? error.rawPacket : new Uint8Array()
  const at = "bytesParsed" in error && Predicate.isNumber(error.bytesParsed) ? error.bytesParsed : 0
  return framingFaultOf(code, new TextDecoder("latin1").decode(packet), at)
}

const NEWEST_RESPONSE = Symbol("landfall.newestResponse")

/**
 * A connection with the response to its newest request. A property of the socket: a `WeakMap` would make every request
 * slower.
 */
interface ServedSocket extends Duplex {
  [NEWEST_RESPONSE]?: ServerResponse
}

/**
 * Responds to bytes that are not a request, in the order of the connection: after the responses to the requests before
 * them, and in place of the response to a request whose body is invalid. Returns the function to call for each request
 * when it arrives.
 */
const rejectFramingFaults = (server: Server, count: CountFault): PipelineListeners["onArrival"] => {
  const previous = new WeakMap<ServerResponse, ServerResponse>()

  const whenFinished = (response: ServerResponse | undefined, act: () => void): void => {
    if (response === undefined || response.writableFinished || response.destroyed) act()
    else response.once("close", act)
  }

  server.on("clientError", (error, socket: ServedSocket) => {
    const fault = socket.destroyed ? undefined : faultOf(error)
    if (fault === undefined) return void socket.destroy()
    count(fault.kind)
    const response = socket[NEWEST_RESPONSE]
    const reject = () => endWith(socket, fault)
    if (response === undefined || response.req.complete) return whenFinished(response, reject)
    whenFinished(previous.get(response), () => {
      if (response.headersSent) socket.destroy()
      else reject()
    })
  })

  return ({ request, response }) => {
    const socket: ServedSocket = request.socket
    const newest = socket[NEWEST_RESPONSE]
    if (newest !== undefined && !newest.writableFinished) previous.set(response, newest)
    socket[NEWEST_RESPONSE] = response
  }
}

/** Observes the headers of a request; returns false when no further request needs to be observed. */
export type RequestObserver = (headers: Readonly<Record<string, unknown>>) => boolean

export interface NodeServerOptions {
  readonly observeRequest?: RequestObserver
  readonly limits: ConnectionLimits
  readonly turn: LoopTurn
}

/** The counters of the server. */
export interface NodeServerCounters {
  readonly countFault: CountFault
  readonly countClosed: CountClosed
}

/** The server, with the function that closes connections with too many unread bytes. */
export interface NodeServer {
  readonly server: Server
  readonly closeUnread: (nowMillis: number) => void
}

/** Calls the observer before each request is handled, until it returns false. */
const observeRequests = (server: Server, observe: RequestObserver): void => {
  const listener = ({ headers }: IncomingMessage): void => {
    if (!observe(headers)) server.off("request", listener)
  }
  server.on("request", listener)
}

/** The error of Node for a request that does not arrive in time. */
const uploadTimeout = (): Error => Object.assign(new Error("stalled upload"), { code: "ERR_HTTP_REQUEST_TIMEOUT" })

/**
 * Makes the Node server of the service. It responds to any bytes, with an errorInfo where they are not a request, and counts
 * those faults: the request pipeline never sees them.
 */
export const makeNodeServer = (
  { countFault, countClosed }: NodeServerCounters,
  { limits, observeRequest, turn }: NodeServerOptions
): NodeServer => {
  const server = createServer(OPTIONS)
  if (observeRequest !== undefined) observeRequests(server, observeRequest)
  if (Number.isFinite(limits.maxConnections)) server.maxConnections = limits.maxConnections
  // All headers are read, as many as fit into the limit of bytes. Node would drop those after the 2000th.
  server.maxHeadersCount = 0
  const recordNewest = rejectFramingFaults(server, countFault)
  const countChunks = boundChunks((error, socket) => void server.emit("clientError", error, socket))
  const onArrival: PipelineListeners["onArrival"] = (arrival) => {
    recordNewest(arrival)
    countChunks(arrival)
  }
  const { close, closeUnread } = limitConnections(
    server,
    limits,
    countClosed,
    (socket) => void server.emit("clientError", uploadTimeout(), socket)
  )
  handleInOrder(server, { turn, onArrival, close: (socket) => close(socket, "pipelined") })
  // The pipeline rejects an unknown expectation.
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response))
  server.on("connect", (_, socket) => {
    countFault(CONNECT_FAULT.kind)
    endWith(socket, CONNECT_FAULT)
  })
  return { server, closeUnread }
}
