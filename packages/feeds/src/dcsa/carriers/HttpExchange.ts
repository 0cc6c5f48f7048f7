import { type ByteSize, Duration, Effect, Predicate, Result, Stream } from "effect"
import {
  FetchHttpClient,
  Headers,
  HttpClient,
  type HttpClientError,
  type HttpClientRequest,
  type HttpClientResponse
} from "effect/http"
import { type CarrierFault, unavailable } from "./CarrierFault.ts"

/** A response with its whole body. */
export interface CarrierResponse {
  readonly status: number
  readonly headers: Headers.Headers
  /** Empty for every status except 200. */
  readonly body: Uint8Array
}

const decoder = new TextDecoder()

/** The body of a response as a text in UTF-8. */
export const textOf = ({ body }: CarrierResponse): string => decoder.decode(body)

/** The code of a network error, such as `ECONNREFUSED`, which is more specific than the message of the runtime. */
export const networkErrorCode = (cause: unknown, depth = 0): string | undefined => {
  if (!Predicate.isObject(cause) || depth > 4) return undefined
  if ("code" in cause && typeof cause.code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(cause.code)) return cause.code
  return "cause" in cause ? networkErrorCode(cause.cause, depth + 1) : undefined
}

const unreachable = (error: HttpClientError.HttpClientError): CarrierFault => {
  const code = networkErrorCode(error)
  return unavailable("unreachable", `could not be reached${code === undefined ? "" : ` (${code})`}.`)
}

const failTimeout = (deadline: Duration.Duration): Effect.Effect<never, CarrierFault> =>
  Effect.fail(unavailable("timeout", `did not respond within ${Duration.toSeconds(deadline)} s.`))

const NO_BODY = new Uint8Array(0)

/** A body so far, in a buffer that grows: a list of small chunks would need many times their bytes. */
interface PartialBody {
  readonly buffer: Uint8Array
  readonly bytes: number
}

const appendChunk = ({ buffer, bytes }: PartialBody, chunk: Uint8Array): PartialBody => {
  const total = bytes + chunk.length
  const grown = total > buffer.length ? new Uint8Array(Math.max(total, 2 * buffer.length)) : buffer
  if (grown !== buffer) grown.set(buffer.subarray(0, bytes))
  grown.set(chunk, bytes)
  return { buffer: grown, bytes: total }
}

const readBody = (
  response: HttpClientResponse.HttpClientResponse,
  limit: ByteSize.ByteSize
): Effect.Effect<Uint8Array, CarrierFault> =>
  response.stream.pipe(
    Stream.mapError(unreachable),
    Stream.limitBytes(limit, () => Stream.fail(unavailable("too_large", "responded with a body over the size limit."))),
    Stream.runFold((): PartialBody => ({ buffer: NO_BODY, bytes: 0 }), appendChunk),
    Effect.map(({ buffer, bytes }) => buffer.subarray(0, bytes))
  )

/** Sends one request and reads its response, within a deadline and a size limit, without following redirects. */
export type HttpExchange = (
  request: HttpClientRequest.HttpClientRequest,
  limit: ByteSize.ByteSize
) => Effect.Effect<CarrierResponse, CarrierFault>

/**
 * Makes an exchange over an `HttpClient` of any runtime. An interrupted exchange closes its connection. Redirects are not
 * followed, because a redirect could send the API keys to another host. The spans of the client are disabled, because
 * they contain the URL of the query.
 */
export const makeHttpExchange = (client: HttpClient.HttpClient, deadline: Duration.Duration): HttpExchange => {
  const scoped = HttpClient.withScope(client)
  return (request, limit) =>
    scoped.execute(request).pipe(
      Effect.mapError(unreachable),
      Effect.flatMap((response) =>
        Effect.map(response.status === 200 ? readBody(response, limit) : Effect.succeed(NO_BODY), (body) => ({
          status: response.status,
          headers: response.headers,
          body
        }))
      ),
      Effect.scoped,
      Effect.timeoutOrElse({ duration: deadline, orElse: () => failTimeout(deadline) }),
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual", credentials: "omit" }),
      Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
    )
}

/** The longest accepted wait: 24 hours. */
const MAX_RETRY_AFTER_MILLIS = 24 * 3_600_000

/** The wait in milliseconds of a `Retry-After` header (RFC 9110 section 10.2.3), at most 24 hours. */
export const retryAfterMillis = (headers: Headers.Headers, now: number): number | undefined => {
  const header = headers["retry-after"]
  const parsed = header === undefined ? undefined : Headers.parseRetryAfter(header)
  if (parsed === undefined || Result.isFailure(parsed)) return undefined
  return Math.min(Math.max(Duration.toMillis(Headers.retryAfterDelay(parsed.success, now)), 0), MAX_RETRY_AFTER_MILLIS)
}
