import { bodyLimitAt } from "@landfall/api/conventions/BodyLimit"
import { ByteSize, Duration, Effect, Fiber } from "effect"
import { HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from "effect/http"
import { type ApiError, failWith } from "../conventions/ApiError.ts"
import type { BodyChunks, ChunkObserver } from "./BodyChunks.ts"

/** The time within which a body may arrive whatever its size. */
const GRACE_SECONDS = 15
/** The bytes a second at which a body must arrive at least. */
const MIN_BYTES_PER_SECOND = 128 * 1024

type Request = HttpServerRequest.HttpServerRequest
export type BodyError = ApiError | HttpServerError.HttpServerError

const decoder = new TextDecoder()

export const rejectNotUtf8 = failWith("bodyNotJson", ["$ is not JSON in UTF-8."])

/** Rejects a body that is not UTF-8 when it is read. */
export const requireUtf8 = (chunks: BodyChunks["Service"], request: Request): void => {
  const arrayBuffer = Effect.tap(request.arrayBuffer, (buffer) =>
    chunks.isUtf8(new Uint8Array(buffer)) ? Effect.void : Effect.orDie(rejectNotUtf8)
  )
  const text = Effect.map(arrayBuffer, (buffer) => decoder.decode(buffer))
  Object.defineProperty(request, "arrayBuffer", { value: arrayBuffer, configurable: true })
  Object.defineProperty(request, "text", { value: text, configurable: true })
}

export const rejectTooLarge = (limit: number) => failWith("bodyTooLarge", [`The body has more than ${limit} bytes.`])

/** The declared size of a body; undefined for one that arrives in chunks, and 0 for a request without a body. */
export const declaredSize = ({ headers }: Request): number | undefined => {
  const length = headers["content-length"]
  if (length !== undefined) return Number(length)
  return headers["transfer-encoding"] === undefined ? 0 : undefined
}

/** The size of a body before it is read: what the request declares, or the limit of its path. */
export const sizeOf = (request: Request): number => declaredSize(request) ?? bodyLimitAt(request.url)

/** The time within which a body of `bytes` must arrive. */
const arrivalTime = (bytes: number): Duration.Duration => Duration.seconds(GRACE_SECONDS + bytes / MIN_BYTES_PER_SECOND)

/** A deadline does not interrupt the reading: that would reset the connection before the response. */
const inTime = <A, E>(request: Request, reading: Effect.Effect<A, E>): Effect.Effect<A, E | ApiError> =>
  Effect.flatMap(Effect.forkDetach(reading), (fiber) =>
    Effect.timeoutOrElse(Fiber.join(fiber), {
      duration: arrivalTime(sizeOf(request)),
      orElse: () =>
        failWith("requestTimeout", [`The body did not arrive at ${MIN_BYTES_PER_SECOND} bytes a second or more.`])
    })
  )

/** The whole body, which the request retains for later readers. */
export const readBody = (request: Request): Effect.Effect<Uint8Array, BodyError> =>
  Effect.map(
    inTime(
      request,
      Effect.provideService(
        request.arrayBuffer,
        HttpIncomingMessage.MaxBodySize,
        ByteSize.fromInputUnsafe(bodyLimitAt(request.url))
      )
    ),
    (body) => new Uint8Array(body)
  )

/** Later readers of the request get the body that was read in chunks, also where another cell handles it again. */
const retain = (request: Request, body: Uint8Array<ArrayBuffer>): void => {
  Object.defineProperty(request, "arrayBuffer", { value: Effect.succeed(body.buffer), configurable: true })
  Object.defineProperty(request, "text", { value: Effect.sync(() => decoder.decode(body)), configurable: true })
}

/** Reads a body whose chunks are observed when they arrive. The request retains the whole. */
export const readObserved = (
  chunks: BodyChunks["Service"],
  request: Request,
  observe: ChunkObserver
): Effect.Effect<Uint8Array<ArrayBuffer>, ApiError> => {
  const limit = bodyLimitAt(request.url)
  const reading = chunks.read(request, (chunk, total) =>
    total > limit ? rejectTooLarge(limit) : observe(chunk, total)
  )
  return Effect.tap(inTime(request, reading), (body) => Effect.sync(() => retain(request, body)))
}
