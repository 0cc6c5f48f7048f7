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

/** Counts the requests of a query, which use up the rate limit of the carrier. */
export interface RequestCount {
  requests: number
}

/** The HTTP client of one carrier, with its keys, tokens, rate limit and retries. */
export interface CarrierClient {
  /**
   * Gets a page with status 200, 204 or 404; any other status is a fault.
   *
   * @param patienceMillis the longest wait for the rate limit of the carrier
   */
  readonly get: (
    page: URL,
    limit: ByteSize.ByteSize,
    patienceMillis: number,
    spent: RequestCount
  ) => Effect.Effect<CarrierResponse, CarrierFault>
}

/** The consequence of a response for its request. */
type ResponseOutcome =
  | { readonly _tag: "Answered" }
  | { readonly _tag: "Refused" }
  | { readonly _tag: "Retry"; readonly fault: CarrierFault; readonly restMillis: number }
  | { readonly _tag: "Failed"; readonly fault: CarrierFault }

const throttledOutcome = (status: number, restMillis: number | undefined, now: number): ResponseOutcome => {
  const until = Instant.make(Math.ceil(now + (restMillis ?? DEFAULT_THROTTLE_MILLIS)))
  return {
    _tag: "Retry",
    fault: throttled(until, `wants fewer requests (${status}).`),
    restMillis: restMillis ?? 0
  }
}

const classifyResponse = ({ status, headers }: CarrierResponse, now: number): ResponseOutcome => {
  if (status === 200 || status === 204 || status === 404) return { _tag: "Answered" }
  if (status === 401) return { _tag: "Refused" }
  if (status === 403) return { _tag: "Failed", fault: unauthorised("does not let us ask for this (403).") }
  const restMillis = retryAfterMillis(headers, now)
  if (status === 429 || (status === 503 && restMillis !== undefined)) return throttledOutcome(status, restMillis, now)
  if (status >= 500) {
    const fault = unavailable("server_error", `answered ${status}: a fault of its own.`)
    return { _tag: "Retry", fault, restMillis: restMillis ?? 0 }
  }
  const hint = status >= 300 && status < 400 ? "; set baseUrl to where it answers" : ""
  return { _tag: "Failed", fault: unavailable("unexpected_status", `answered ${status}${hint}.`) }
}

const classifyExchange = (answer: Result.Result<CarrierResponse, CarrierFault>, now: number): ResponseOutcome => {
  if (Result.isSuccess(answer)) return classifyResponse(answer.success, now)
  const fault = answer.failure
  return fault._tag === "Away" && fault.reason === "unreachable"
    ? { _tag: "Retry", fault, restMillis: 0 }
    : { _tag: "Failed", fault }
}

/** A jittered wait that doubles with every attempt: from half of it to the whole. */
const backoffMillis = (attempt: number, spread: number): number =>
  FIRST_BACKOFF_MILLIS * 2 ** (attempt - 1) * (0.5 + spread / 2)

export const makeCarrierClient = (exchange: HttpExchange, carrier: ConfiguredCarrier): CarrierClient => {
  const { profile, keyHeaders } = carrier
  const gate = makeRequestRateLimiter(profile.requestsPerSecond)
  const tokens = Option.map(carrier.credentials, (credentials) => makeAccessTokenCache(exchange, credentials))
  const keys = Object.fromEntries(keyHeaders.map(({ name, value }) => [name, Redacted.value(value)]))

  const requestFor = (page: URL, token: Option.Option<Redacted.Redacted<string>>) => {
    const request = HttpClientRequest.get(page).pipe(
      HttpClientRequest.acceptJson,
      HttpClientRequest.setHeader("api-version", profile.apiVersion),
      HttpClientRequest.setHeaders(keys)
    )
    return Option.isSome(token) ? HttpClientRequest.bearerToken(request, Redacted.value(token.value)) : request
  }

  const currentToken = Option.match(tokens, {
    onNone: () => Effect.succeed(Option.none<Redacted.Redacted<string>>()),
    onSome: ({ current }) => Effect.asSome(current)
  })

  const takeTurn = Effect.fnUntraced(function* (patienceMillis: number) {
    const turn = yield* gate.acquire(patienceMillis)
    if (turn === undefined) return
    return yield* Effect.fail(throttled(Instant.make(turn), "is asked as often as its rate allows."))
  })

  /** Waits for the next attempt, or fails when there is none. */
  const rest = Effect.fnUntraced(function* (verdict: ResponseOutcome & { readonly _tag: "Retry" }, attempt: number) {
    const { fault, restMillis } = verdict
    if (fault._tag === "Throttled" && (restMillis > MAX_RETRY_WAIT_MILLIS || attempt >= MAX_ATTEMPTS)) {
      gate.pauseUntil(fault.until)
    }
    if (attempt >= MAX_ATTEMPTS || restMillis > MAX_RETRY_WAIT_MILLIS) return yield* Effect.fail(fault)
    yield* Effect.sleep(Math.max(restMillis, backoffMillis(attempt, yield* Random.next)))
  })

  const get: CarrierClient["get"] = Effect.fnUntraced(function* (page, limit, patienceMillis, spent) {
    let renewed = false
    for (let attempt = 1; ; ) {
      yield* takeTurn(patienceMillis)
      const token = yield* currentToken
      spent.requests++
      const answer = yield* Effect.result(exchange(requestFor(page, token), limit))
      const verdict = classifyExchange(answer, yield* Clock.currentTimeMillis)
      switch (verdict._tag) {
        case "Answered":
          return yield* Effect.fromResult(answer)
        case "Failed":
          return yield* Effect.fail(verdict.fault)
        case "Retry":
          yield* rest(verdict, attempt)
          attempt++
          break
        case "Refused":
          if (Option.isNone(token) || Option.isNone(tokens) || renewed) {
            return yield* Effect.fail(unauthorised("does not accept our keys (401); check them."))
          }
          // A token can expire early; a new one is tried once.
          tokens.value.discard(token.value)
          renewed = true
      }
    }
  })

  return { get }
}
