import { createHash, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import type { AisTally } from "@landfall/feeds/ais/reports/AisTally"
import { SourceRejection } from "@landfall/feeds/ais/sources/Reconnection"
import { Cause, Effect, FiberSet, Option, Queue, Redacted, Stream } from "effect"

/** Where AIS-catcher posts its messages. */
export interface AisCatcherAddress {
  readonly host: string
  readonly port: number
  readonly path: string
  /** `USER:PASSWORD` that each request has to send (HTTP Basic); none accepts every request. */
  readonly credentials: Option.Option<Redacted.Redacted<string>>
}

/** The largest body, compressed and not. AIS-catcher posts once a minute, about 1 KiB a message. */
const MAX_BODY_BYTES = 8 * 2 ** 20
const MAX_UNPACKED_BYTES = 64 * 2 ** 20
const MAX_CONNECTIONS = 64
/** The bodies that wait for detection. Further requests wait for their responses. */
const MAX_WAITING_BODIES = 8

const unpack = promisify(gunzip)

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

const isAuthorised = (request: IncomingMessage, { credentials }: AisCatcherAddress): boolean => {
  if (Option.isNone(credentials)) return true
  const expected = `Basic ${Buffer.from(Redacted.value(credentials.value)).toString("base64")}`
  return timingSafeEqual(digest(request.headers.authorization ?? ""), digest(expected))
}

/** The status of a request that is rejected before its body is read. */
const rejectionOf = (request: IncomingMessage, address: AisCatcherAddress): number | undefined => {
  if (new URL(request.url ?? "/", "http://localhost").pathname !== address.path) return 404
  if (request.method !== "POST") return 405
  if (!isAuthorised(request, address)) return 401
  return Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES ? 413 : undefined
}

const respond = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { "Content-Type": "text/plain", ...(status === 200 ? {} : { Connection: "close" }) })
  response.end(`${text}\n`)
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: "The body cannot be decompressed: send gzip, or no Content-Encoding.",
  401: "Send the USER:PASSWORD of LANDFALL_AISCATCHER_USERPWD (USERPWD in AIS-catcher).",
  404: "Post to the path that LANDFALL_AIS names.",
  405: "Send the messages with POST.",
  413: `A body has at most ${MAX_BODY_BYTES} bytes, and ${MAX_UNPACKED_BYTES} decompressed: post more often (INTERVAL).`
}

const reject = (response: ServerResponse, status: number): void => respond(response, status, MESSAGES[status] ?? "")

/** Reads a body up to the limit; undefined when it is larger. */
const readBody = (request: IncomingMessage) =>
  Effect.callback<Option.Option<Buffer>, SourceRejection>((resume) => {
    const chunks: Array<Buffer> = []
    let bytes = 0
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BODY_BYTES) resume(Effect.succeed(Option.none()))
      else chunks.push(chunk)
    })
    request.once("end", () => resume(Effect.succeed(Option.some(Buffer.concat(chunks)))))
    request.once("close", () => resume(Effect.fail(new SourceRejection({ message: "The sender closed the request." }))))
  })

const decompress = (request: IncomingMessage, body: Buffer) =>
  request.headers["content-encoding"] === "gzip"
    ? Effect.option(Effect.tryPromise(() => unpack(body, { maxOutputLength: MAX_UNPACKED_BYTES })))
    : Effect.succeedSome(body)

const receive = Effect.fnUntraced(function* (
  queue: Queue.Enqueue<Uint8Array>,
  address: AisCatcherAddress,
  request: IncomingMessage,
  response: ServerResponse
) {
  const rejection = rejectionOf(request, address)
  if (rejection !== undefined) return reject(response, rejection)
  const body = yield* readBody(request)
  if (Option.isNone(body)) return reject(response, 413)
  const payload = yield* decompress(request, body.value)
  if (Option.isNone(payload)) return reject(response, 400)
  yield* Queue.offer(queue, payload.value)
  return respond(response, 200, "OK")
})

/** The bodies that AIS-catcher posts to an address of this machine, listened on while the stream runs. */
export const postedBodies = (address: AisCatcherAddress, tally: AisTally): Stream.Stream<Uint8Array, SourceRejection> =>
  Stream.callback<Uint8Array, SourceRejection>(
    Effect.fnUntraced(function* (queue) {
      const run = yield* FiberSet.makeRuntime()
      const server = createServer((request, response) => {
        request.on("error", () => response.destroy())
        run(Effect.catch(receive(queue, address, request, response), () => Effect.sync(() => response.destroy())))
      })
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
