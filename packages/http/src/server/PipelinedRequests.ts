import type { IncomingMessage, Server, ServerResponse } from "node:http"
import process from "node:process"
import type { Duplex } from "node:stream"
import type { LoopTurn } from "@landfall/core/limits/LoopTurn"
import { Predicate } from "effect"
import { rejectFurtherRequests } from "./NodeParser.ts"

/**
 * The maximum number of requests of one connection without a response: clients that send several without waiting send
 * few.
 */
const MAX_PIPELINED = 32

const QUEUE = Symbol("landfall.requestQueue")

interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** A connection with the requests that wait for the responses before them; no queue while no request is in progress. */
interface QueuedSocket extends Duplex {
  [QUEUE]?: Array<Arrival> | undefined
}

const arrivalOf = ([request, response]: ReadonlyArray<unknown>): Arrival | undefined =>
  isIncoming(request) && isResponse(response) ? { request, response } : undefined

/** Whether further requests of the connection of a request wait for its response. */
export const hasFollowers = ({ socket }: { readonly socket: Duplex }): boolean => {
  const queued: QueuedSocket = socket
  return queued[QUEUE] !== undefined && queued[QUEUE].length > 0
}

const isIncoming = (value: unknown): value is IncomingMessage => Predicate.hasProperty(value, "socket")

const isResponse = (value: unknown): value is ServerResponse => Predicate.hasProperty(value, "writeHead")

/**
 * Makes the errors of requests without stack traces that wait when their connection closes. Node makes one for each, and 32 traces
 * are a large part of what the connection costs.
 */
const omitTraces = (socket: Duplex): void => {
  let limit = Error.stackTraceLimit
  // The listener of Node, which makes the errors, comes between these two.
  socket.prependOnceListener("close", () => {
    limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
  })
  socket.once("close", () => {
    Error.stackTraceLimit = limit
  })
}

/** What the server does with requests before it handles them. */
export interface PipelineListeners {
  /** Called for each request when it has arrived, in the order of arrival. */
  readonly onArrival: (arrival: Arrival) => void
  /** Closes a connection with more than 32 requests without a response. */
  readonly close: (socket: IncomingMessage["socket"]) => void
  /** The turns in which requests that waited for a response on their connection are handled. */
  readonly turn: LoopTurn
}

/**
 * Handles the requests of a connection one after the other, and closes a connection that sends more than 32 without
 * waiting for responses. Node parses all bytes that it has read, up to 1,700 short requests, and emits them in one
 * turn: 128 connections with a full read each stopped the event loop for more than three seconds. So the first is
 * handled when the bytes that were read with it are parsed: if they close the connection, none is. The requests that
 * waited are handled in turns of a few milliseconds, between which the first requests of other connections are handled.
 * After a response with `connection: close`, none is.
 */
export const handleInOrder = (server: Server, { close, onArrival, turn }: PipelineListeners): void => {
  const emit = server.emit.bind(server)

  /** The connections whose next request can be handled, in the order of the responses before it. */
  const ready: Array<QueuedSocket> = []

  const handle = (socket: QueuedSocket, { request, response }: Arrival): void => {
    response.once("close", () => {
      if (socket[QUEUE]?.length === 0) socket[QUEUE] = undefined
      else if (socket.writableEnded) {
        // The response had `connection: close`.
        socket[QUEUE] = []
        omitTraces(socket)
        rejectFurtherRequests(socket)
      } else {
        ready.push(socket)
        turn.callNext(handleReady)
      }
    })
    emit("request", request, response)
  }

  /** Whether the bytes after a request have closed its connection, or ended it with the response to a fault. */
  const hasEnded = ({ destroyed, writableEnded }: QueuedSocket): boolean => destroyed || writableEnded

  const handleFirst = (socket: QueuedSocket, arrival: Arrival): void => {
    if (!hasEnded(socket)) handle(socket, arrival)
  }

  const handleReady = (): void => {
    while (ready.length > 0 && turn.hasTime()) {
      const socket = ready.shift()
      const next = socket === undefined || hasEnded(socket) ? undefined : socket[QUEUE]?.shift()
      if (socket !== undefined && next !== undefined) handle(socket, next)
    }
    if (ready.length > 0) turn.callNext(handleReady)
  }

  const arrive = (arrival: Arrival): void => {
    const { socket } = arrival.request
    const queued: QueuedSocket = socket
    if (socket.destroyed) return
    onArrival(arrival)
    const queue = queued[QUEUE]
    if (queue === undefined) {
      queued[QUEUE] = []
      process.nextTick(handleFirst, queued, arrival)
    } else if (queue.length < MAX_PIPELINED - 1) queue.push(arrival)
    else {
      queued[QUEUE] = undefined
      omitTraces(socket)
      close(socket)
      rejectFurtherRequests(socket)
    }
  }

  server.emit = (event: string, ...values: Array<unknown>): boolean => {
    const arrival = event === "request" ? arrivalOf(values) : undefined
    if (arrival === undefined) return emit(event, ...values)
    arrive(arrival)
    return true
  }
}
