import { type ByteSize, Duration, Effect, Predicate, Stream } from "effect"
import {
  FetchHttpClient,
  type Headers,
  HttpClient,
  type HttpClientError,
  type HttpClientRequest,
  type HttpClientResponse
} from "effect/http"
import { away, type CarrierFault } from "./CarrierFault.ts"

/** An answer, its body read whole. */
export interface Exchanged {
  readonly status: number
  readonly headers: Headers.Headers
  /** Empty for every status but 200. */
  readonly text: string
}

/** The code of a fault of the network, such as `ECONNREFUSED`; it tells more than the words of the runtime. */
const codeOf = (cause: unknown, depth = 0): string | undefined => {
  if (!Predicate.isObject(cause) || depth > 4) return undefined
  if ("code" in cause && typeof cause.code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(cause.code)) return cause.code
  return "cause" in cause ? codeOf(cause.cause, depth + 1) : undefined
}

const unreachable = (error: HttpClientError.HttpClientError): CarrierFault => {
  const code = codeOf(error)
  return away("unreachable", `could not be reached${code === undefined ? "" : ` (${code})`}.`)
}

const late = (deadline: Duration.Duration): Effect.Effect<never, CarrierFault> =>
  Effect.fail(away("timeout", `did not answer within ${Duration.toSeconds(deadline)} s.`))

const readText = (
  response: HttpClientResponse.HttpClientResponse,
  limit: ByteSize.ByteSize
): Effect.Effect<string, CarrierFault> =>
  response.stream.pipe(
    Stream.mapError(unreachable),
    Stream.limitBytes(limit, () => Stream.fail(away("too_large", "answered with more than we read of one answer."))),
    Stream.decodeText(),
    Stream.mkString
  )

/** Sends one request and reads its answer: within the deadline, of at most so many bytes, never redirected. */
export type Exchange = (
  request: HttpClientRequest.HttpClientRequest,
  limit: ByteSize.ByteSize
) => Effect.Effect<Exchanged, CarrierFault>

/**
 * Exchanges over an `HttpClient` of any runtime. Whatever ends an exchange cuts its connection. A client that follows
 * redirects would carry our keys to wherever they lead, so fetch is told not to. The client's own spans are off: they
 * would hold the question's address.
 */
export const makeExchange = (client: HttpClient.HttpClient, deadline: Duration.Duration): Exchange => {
  const scoped = HttpClient.withScope(client)
  return (request, limit) =>
    scoped.execute(request).pipe(
      Effect.mapError(unreachable),
      Effect.flatMap((response) =>
        Effect.map(response.status === 200 ? readText(response, limit) : Effect.succeed(""), (text) => ({
          status: response.status,
          headers: response.headers,
          text
        }))
      ),
      Effect.scoped,
      Effect.timeoutOrElse({ duration: deadline, orElse: () => late(deadline) }),
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual", credentials: "omit" }),
      Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
    )
}
