import { createHash, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { LoopTurn } from "@landfall/core/limits/LoopTurn"
import type { AisTally } from "@landfall/feeds/ais/reports/AisTally"
import { SourceRejection } from "@landfall/feeds/ais/sources/Reconnection"
import { Cause, Effect, FiberSet, Option, Predicate, Queue, Redacted, Semaphore, Stream } from "effect"

/** The address to which AIS-catcher posts its messages. */
export interface AisCatcherAddress {
  readonly host: string
  readonly port: number
  readonly path: string
  /** `USER:PASSWORD` that each request has to send (HTTP Basic); none accepts every request. */
  readonly credentials: Option.Option<Redacted.Redacted<string>>
}

/** The largest body, compressed and not. AIS-catcher posts once a minute, about 1 KiB a message. */
const MAX_BODY_BYTES = 8 * 2 ** 20
const MAX_UNPACKED_BYTES = 16 * 2 ** 20
/** The bytes of all bodies that are being read, or wait to be decompressed. */
const MAX_READ_BYTES = 32 * 2 ** 20
const MAX_CONNECTIONS = 64
/** The chunks that a body may have whatever their size, and the bytes that those of a body with more have on average. */
const FREE_CHUNKS = 1_024
const MIN_CHUNK_BYTES = 16
/** The bodies that wait for detection, decompressed. Further requests wait for their responses. */
const MAX_WAITING_BODIES = 4
/** The time limits of a request and of its headers. */
const REQUEST_DEADLINE_MILLIS = 60_000
const HEADERS_DEADLINE_MILLIS = 10_000

const unpack = promisify(gunzip)

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

const isAuthorised = (request: IncomingMessage, { credentials }: AisCatcherAddress): boolean => {
  if (Option.isNone(credentials)) return true
  const expected = `Basic ${Buffer.from(Redacted.value(credentials.value)).toString("base64")}`
  return timingSafeEqual(digest(request.headers.authorization ?? ""), digest(expected))
}

/** The status of a request that is rejected before its body is read. */
const rejectionOf = (request: IncomingMessage, address: AisCatcherAddress): number | undefined => {
  if (request.url?.split("?", 1)[0] !== address.path) return 404
  if (request.method !== "POST") return 405
  if (!isAuthorised(request, address)) return 401
  return Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES ? 413 : undefined
}

const respond = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { "Content-Type": "text/plain", ...(status === 200 ? {} : { Connection: "close" }) })
  response.end(`${text}\n`)
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: `The body cannot be decompressed, or is sent in chunks of less than ${MIN_CHUNK_BYTES} bytes: send gzip or no Content-Encoding, and larger chunks.`,
  401: "Send the USER:PASSWORD of LANDFALL_AISCATCHER_USERPWD (USERPWD in AIS-catcher).",
  404: "Post to the path that LANDFALL_AIS names.",
  405: "Send the messages with POST.",
  413: `A body has at most ${MAX_BODY_BYTES} bytes, and ${MAX_UNPACKED_BYTES} decompressed: post more often (INTERVAL).`,
  503: `The bodies of all senders have at most ${MAX_READ_BYTES} bytes at the same time: post this one again.`
}

const reject = (response: ServerResponse, status: number): void => respond(response, status, MESSAGES[status] ?? "")

/**
 * The bytes that the requests of a listener hold, and the permit to decompress: one body at a time has it until detection
 * has room for it, so that no other one is decompressed meanwhile.
 */
interface ListenerState {
  bytesRead: number
  readonly unpacking: Semaphore.Semaphore
}

/** A body, or the status of one that is rejected. Call `release` when the body is no longer used. */
interface ReadBody {
  readonly body: Buffer | number
  readonly release: () => void
}

/** Reads a body up to the limits. */
const readBody = (state: ListenerState, request: IncomingMessage) =>
  Effect.callback<ReadBody, SourceRejection>((resume) => {
    let chunks: Array<Buffer> = []
    // Each chunk is an object, and a small one holds the memory of all bytes that arrived with it.
    let unjoined: Array<Buffer> = []
    let [bytes, count] = [0, 0]
    const join = () => {
      chunks.push(Buffer.concat(unjoined))
      unjoined = []
    }
    const release = () => {
      chunks = []
      unjoined = []
      state.bytesRead -= bytes
      bytes = 0
    }
    const rejectWith = (status: number) => {
      request.removeAllListeners("data")
      request.resume()
      resume(Effect.succeed({ body: status, release }))
    }
    request.on("data", (chunk: Buffer) => {
      unjoined.push(chunk)
      count++
      bytes += chunk.length
      state.bytesRead += chunk.length
      if (unjoined.length === FREE_CHUNKS) join()
      if (bytes > MAX_BODY_BYTES) rejectWith(413)
      else if (count > FREE_CHUNKS && bytes < count * MIN_CHUNK_BYTES) rejectWith(400)
      else if (state.bytesRead > MAX_READ_BYTES) rejectWith(503)
    })
    request.once("end", () => {
      join()
      resume(Effect.succeed({ body: Buffer.concat(chunks), release }))
    })
    request.once("close", () => {
      if (!request.complete) release()
      resume(Effect.fail(new SourceRejection({ message: "The sender closed the request." })))
    })
  })

/** The decompressed body, or the status of one that is rejected. */
const decompress = (request: IncomingMessage, body: Buffer): Effect.Effect<Buffer | number> =>
  request.headers["content-encoding"] === "gzip"
    ? Effect.tryPromise({
        try: () => unpack(body, { maxOutputLength: MAX_UNPACKED_BYTES }),
        catch: (error) => (Predicate.hasProperty(error, "code") && error.code === "ERR_BUFFER_TOO_LARGE" ? 413 : 400)
      }).pipe(Effect.catch(Effect.succeed))
    : Effect.succeed(body)

/** Decompresses a body and offers it to detection. Returns the status of the response. */
const offer = Effect.fnUntraced(function* (queue: Queue.Enqueue<Uint8Array>, request: IncomingMessage, body: Buffer) {
  const payload = yield* decompress(request, body)
  if (typeof payload === "number") return payload
  yield* Queue.offer(queue, payload)
  return 200
})

const receive = Effect.fnUntraced(function* (
  queue: Queue.Enqueue<Uint8Array>,
  address: AisCatcherAddress,
  state: ListenerState,
  request: IncomingMessage,
  response: ServerResponse
) {
  const rejection = rejectionOf(request, address)
  if (rejection !== undefined) return reject(response, rejection)
  const { body, release } = yield* readBody(state, request)
  const status = yield* (
    typeof body === "number" ? Effect.succeed(body) : state.unpacking.withPermit(offer(queue, request, body))
  ).pipe(Effect.ensuring(Effect.sync(release)))
  return status === 200 ? respond(response, 200, "OK") : reject(response, status)
})

/** The bodies that AIS-catcher posts to an address of this machine, listened on while the stream runs. */
export const postedBodies = (address: AisCatcherAddress, tally: AisTally): Stream.Stream<Uint8Array, SourceRejection> =>
  Stream.callback<Uint8Array, SourceRejection>(
    Effect.fnUntraced(function* (queue) {
      const run = yield* FiberSet.makeRuntime()
      const state: ListenerState = { bytesRead: 0, unpacking: yield* Semaphore.make(1) }
      const deadlines = { requestTimeout: REQUEST_DEADLINE_MILLIS, headersTimeout: HEADERS_DEADLINE_MILLIS }
      // Loaded on use, because every command loads this module.
      const { handleInOrder } = yield* Effect.promise(() => import("@landfall/http/server/PipelinedRequests"))
      const turn = yield* LoopTurn.make
      const server = createServer(deadlines, (request, response) => {
        request.on("error", () => response.destroy())
        run(
          Effect.catch(receive(queue, address, state, request, response), () => Effect.sync(() => response.destroy()))
        )
      })
      handleInOrder(server, { turn, onArrival: () => {}, close: (socket) => socket.destroy() })
      server.maxConnections = MAX_CONNECTIONS
      server.on("error", (error) => {
        Queue.failCauseUnsafe(queue, Cause.fail(new SourceRejection({ message: `Cannot listen: ${error.message}.` })))
      })
      yield* Effect.acquireRelease(
        Effect.sync(() => server.listen(address.port, address.host, tally.addConnection)),
        () =>
          Effect.sync(() => {
            server.close()
            server.closeAllConnections()
          })
      )
    }),
    { bufferSize: MAX_WAITING_BODIES, strategy: "suspend" }
  )
