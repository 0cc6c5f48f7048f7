import { Clock, Duration, Effect, Redacted, Schedule } from "effect"
import { Headers, HttpClient, HttpClientRequest } from "effect/http"
import { API_KEY_HEADER } from "../conventions/Authorization.ts"
import { type ClientOptions, DEFAULT_MAX_RETRIES, DEFAULT_MAX_RETRY_WAIT } from "./ClientOptions.ts"
import { ErrorResponse, readErrorResponse } from "./ErrorResponse.ts"

const FIRST_RETRY_WAIT = "250 millis"

const isFailure = (status: number): boolean => status >= 400

/** Whether a request can be sent again: the server has changed nothing. */
const isRetryable = (error: unknown, maxWait: Duration.Duration): boolean =>
  error instanceof ErrorResponse &&
  (error.status === 429 || error.status === 503) &&
  Duration.isLessThanOrEqualTo(Duration.seconds(error.retryAfterSeconds ?? 0), maxWait)

/** The wait before each attempt: at least Retry-After, else growing from 250 ms, with jitter. */
const retryWaits = (maxWait: Duration.Duration) =>
  Schedule.exponential(FIRST_RETRY_WAIT).pipe(
    Schedule.jittered,
    Schedule.setInputType<unknown>(),
    Schedule.modifyDelay(({ duration, input }) => {
      const requested = input instanceof ErrorResponse ? Duration.seconds(input.retryAfterSeconds ?? 0) : Duration.zero
      return Effect.succeed(Duration.max(Duration.min(duration, maxWait), requested))
    })
  )

/** Hides the API key in spans and logs. */
const hideApiKey = Effect.updateService(Headers.CurrentRedactedNames, (names) => [
  ...names,
  API_KEY_HEADER.toLowerCase()
])

/**
 * A client for requests to the service: it adds the address and the API key, fails with `ErrorResponse` for a status of 400
 * or above, and sends requests with the response 429 or 503 again.
 */
export const serviceRequests = (client: HttpClient.HttpClient, options: ClientOptions) => {
  const maxWait = Duration.fromInputUnsafe(options.maxRetryWait ?? DEFAULT_MAX_RETRY_WAIT)
  return client.pipe(
    HttpClient.mapRequest((request) =>
      request.pipe(
        HttpClientRequest.prependUrl(options.baseUrl.toString()),
        HttpClientRequest.setHeader(API_KEY_HEADER, Redacted.value(options.apiKey)),
        HttpClientRequest.acceptJson
      )
    ),
    HttpClient.transformResponse((effect) =>
      hideApiKey(effect).pipe(
        Effect.flatMap((response) =>
          isFailure(response.status)
            ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
                Effect.flatMap(readErrorResponse(response, now), Effect.fail)
              )
            : Effect.succeed(response)
        ),
        Effect.retry({
          while: (error) => isRetryable(error, maxWait),
          times: options.maxRetries ?? DEFAULT_MAX_RETRIES,
          schedule: retryWaits(maxWait)
        })
      )
    )
  )
}
