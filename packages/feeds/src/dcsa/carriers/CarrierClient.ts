import { Instant } from "@landfall/core/time/Instant"
import { type ByteSize, Clock, Effect, Option, Random, Redacted, Result } from "effect"
import { HttpClientRequest } from "effect/http"
import { makeAccessTokenCache } from "./AccessTokenCache.ts"
import type { ConfiguredCarrier } from "./CarrierConfiguration.ts"
import { type CarrierFault, throttled, unauthorised, unavailable } from "./CarrierFault.ts"
import { type CarrierResponse, type HttpExchange, retryAfterMillis } from "./HttpExchange.ts"
import { makeRequestRateLimiter } from "./RequestRateLimiter.ts"

/** Attempts of a request when the carrier has a server error or is unreachable. */
const MAX_ATTEMPTS = 3
const FIRST_BACKOFF_MILLIS = 500
/** The longest wait for a retry within a poll; after a longer `Retry-After` the next poll tries again. */
const MAX_RETRY_WAIT_MILLIS = 5_000
/** The wait after status 429 without a `Retry-After` header. */
const DEFAULT_THROTTLE_MILLIS = 60_000

/** The number of requests sent for a query. Each counts towards the rate limit of the carrier. */
export interface RequestCount {
  requests: number
}

/** The HTTP client of one carrier, with its keys, tokens, rate limit and retries. */
export interface CarrierClient {
  /**
   * Gets a page with status 200, 204 or 404; any other status is a fault.
   *
   * @param maxWaitMillis the longest wait for the rate limit of the carrier
   */
  readonly get: (
    page: URL,
    limit: ByteSize.ByteSize,
    maxWaitMillis: number,
    count: RequestCount
  ) => Effect.Effect<CarrierResponse, CarrierFault>
}

/** Statuses by which a carrier rejects a query for its content. */
const REJECTING_STATUSES: ReadonlySet<number> = new Set([400, 409, 410, 422])

/** The next step after a response: return it, renew the access token, retry, or fail. */
type ResponseOutcome =
  | { readonly _tag: "Accepted" }
  | { readonly _tag: "Unauthorised" }
  | { readonly _tag: "Retry"; readonly fault: CarrierFault; readonly waitMillis: number }
  | { readonly _tag: "Failed"; readonly fault: CarrierFault }

const throttledOutcome = (status: number, waitMillis: number | undefined, now: number): ResponseOutcome => {
  const until = Instant.make(Math.ceil(now + (waitMillis ?? DEFAULT_THROTTLE_MILLIS)))
  return {
    _tag: "Retry",
    fault: throttled(until, `responded with status ${status}; requests to it are paused.`),
    waitMillis: waitMillis ?? 0
  }
}

const classifyResponse = ({ status, headers }: CarrierResponse, now: number): ResponseOutcome => {
  if (status === 200 || status === 204 || status === 404) return { _tag: "Accepted" }
  if (status === 401) return { _tag: "Unauthorised" }
  if (status === 403)
    return {
      _tag: "Failed",
      fault: unauthorised("responded with status 403; check that the credentials permit track and trace queries.")
    }
  const waitMillis = retryAfterMillis(headers, now)
  if (status === 429 || (status === 503 && waitMillis !== undefined)) return throttledOutcome(status, waitMillis, now)
  if (status >= 500) {
    const fault = unavailable("server_error", `responded with status ${status} (server error).`)
    return { _tag: "Retry", fault, waitMillis: waitMillis ?? 0 }
  }
  if (REJECTING_STATUSES.has(status)) {
    const fault = unavailable("rejected", `rejected the query with status ${status}; check the number of the shipment.`)
    return { _tag: "Failed", fault }
  }
  const hint = status >= 300 && status < 400 ? "; redirects are not followed: set baseUrl to the final URL" : ""
  return { _tag: "Failed", fault: unavailable("unexpected_status", `responded with status ${status}${hint}.`) }
}

const classifyExchange = (exchanged: Result.Result<CarrierResponse, CarrierFault>, now: number): ResponseOutcome => {
  if (Result.isSuccess(exchanged)) return classifyResponse(exchanged.success, now)
  const fault = exchanged.failure
  return fault._tag === "Unavailable" && fault.reason === "unreachable"
    ? { _tag: "Retry", fault, waitMillis: 0 }
    : { _tag: "Failed", fault }
}

/** A wait that doubles with every attempt, multiplied by a random factor of 0.5 to 1. `random` is from 0 to 1. */
const backoffMillis = (attempt: number, random: number): number =>
  FIRST_BACKOFF_MILLIS * 2 ** (attempt - 1) * (0.5 + random / 2)

export const makeCarrierClient = (exchange: HttpExchange, carrier: ConfiguredCarrier): CarrierClient => {
  const { profile, keyHeaders } = carrier
  const rateLimiter = makeRequestRateLimiter(profile.requestsPerSecond)
  const keys = Object.fromEntries(keyHeaders.map(({ name, value }) => [name, Redacted.value(value)]))
  const tokens = Option.map(carrier.credentials, (credentials) => makeAccessTokenCache(exchange, credentials, keys))

  const requestFor = (page: URL, token: Option.Option<Redacted.Redacted<string>>) => {
    const request = HttpClientRequest.get(page).pipe(
      HttpClientRequest.acceptJson,
      HttpClientRequest.setHeaders(profile.apiVersion === null ? {} : { "api-version": profile.apiVersion }),
      HttpClientRequest.setHeaders(keys)
    )
    return Option.isSome(token) ? HttpClientRequest.bearerToken(request, Redacted.value(token.value)) : request
  }

  const currentToken = Option.match(tokens, {
    onNone: () => Effect.succeed(Option.none<Redacted.Redacted<string>>()),
    onSome: ({ current }) => Effect.asSome(current)
  })

  const acquireRequest = Effect.fnUntraced(function* (maxWaitMillis: number) {
    const availableAt = yield* rateLimiter.acquire(maxWaitMillis)
    if (availableAt === undefined) return
    return yield* Effect.fail(throttled(Instant.make(availableAt), "is at its rate limit; the query is deferred."))
  })

  /** Waits for the next attempt, or fails when there is none. */
  const waitForRetry = Effect.fnUntraced(function* (
    outcome: ResponseOutcome & { readonly _tag: "Retry" },
    attempt: number
  ) {
    const { fault, waitMillis } = outcome
    if (fault._tag === "Throttled" && (waitMillis > MAX_RETRY_WAIT_MILLIS || attempt >= MAX_ATTEMPTS)) {
      rateLimiter.pauseUntil(fault.until)
    }
    if (attempt >= MAX_ATTEMPTS || waitMillis > MAX_RETRY_WAIT_MILLIS) return yield* Effect.fail(fault)
    yield* Effect.sleep(Math.max(waitMillis, backoffMillis(attempt, yield* Random.next)))
  })

  const get: CarrierClient["get"] = Effect.fnUntraced(function* (page, limit, maxWaitMillis, count) {
    let renewed = false
    for (let attempt = 1; ; ) {
      yield* acquireRequest(maxWaitMillis)
      const token = yield* currentToken
      count.requests++
      const exchanged = yield* Effect.result(exchange(requestFor(page, token), limit))
      const outcome = classifyExchange(exchanged, yield* Clock.currentTimeMillis)
      switch (outcome._tag) {
        case "Accepted":
          return yield* Effect.fromResult(exchanged)
        case "Failed":
          return yield* Effect.fail(outcome.fault)
        case "Retry":
          yield* waitForRetry(outcome, attempt)
          attempt++
          break
        case "Unauthorised":
          if (Option.isNone(token) || Option.isNone(tokens) || renewed) {
            return yield* Effect.fail(
              unauthorised("rejected the API keys or the access token (401); check the credentials of this carrier.")
            )
          }
          // A carrier can revoke a token before it expires. The request is sent once more with a new token.
          tokens.value.discard(token.value)
          renewed = true
      }
    }
  })

  return { get }
}
