import { Schema } from "effect"
import type { AttemptOutcome } from "./Delivery.ts"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The longest wait that a receiver can request by Retry-After. */
export const MAX_RETRY_AFTER_MILLIS = 24 * HOUR

/**
 * The times of attempts: the wait before each attempt, from the end of the previous one, and the fraction by which each
 * wait varies to either side, so that the retries of one outage do not arrive together.
 */
export const RetryPolicy = Schema.Struct({
  waitsMillis: Schema.NonEmptyArray(Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))),
  jitter: Schema.Finite.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
})
export type RetryPolicy = typeof RetryPolicy.Type

/** The maximum number of attempts of a custom policy, and the longest wait before one of them. */
export const MAX_ATTEMPTS = 20
/** The longest wait between two attempts, in seconds: seven days. */
const MAX_WAIT_SECONDS = 7 * 24 * 3600

/** The highest floor of a wait. */
const LONGEST_MIN_WAIT_SECONDS = 10

// No policy can send its 20 attempts to a receiver that fails within moments.
/**
 * The shortest wait in seconds before an attempt of a custom policy: 0 before the first, 1 before the second, and a
 * second more before each further attempt, up to 10.
 *
 * @param attempt the number of the attempt, from 1
 */
export const minWaitSeconds = (attempt: number): number => Math.min(attempt - 1, LONGEST_MIN_WAIT_SECONDS)

/**
 * A policy as it is stored: the wait in seconds before each attempt, 0 before the first, and the fraction by which waits
 * vary. Policies that were saved before the floor of waits existed may have shorter waits, which `toRetryPolicy` extends.
 */
export const CustomRetryPolicy = Schema.Struct({
  waitsSeconds: Schema.Array(
    Schema.Int.pipe(
      Schema.check(
        Schema.isBetween(
          { minimum: 0, maximum: MAX_WAIT_SECONDS },
          { message: `must be a whole number of seconds from 0 to ${MAX_WAIT_SECONDS} (7 days)` }
        )
      )
    )
  )
    .pipe(
      Schema.check(
        Schema.isBetweenLength(1, MAX_ATTEMPTS, { message: `must have 1 to ${MAX_ATTEMPTS} waits` }),
        Schema.makeFilter((waits) =>
          waits[0] === 0 ? undefined : "must begin with 0, because the first attempt is made immediately"
        )
      )
    )
    .annotateKey({
      description: `The wait before each attempt in seconds: 0 before the first, and at least 1, 2, 3 and so on up to ${LONGEST_MIN_WAIT_SECONDS} before the others.`
    }),
  jitter: Schema.optionalKey(
    Schema.Finite.pipe(
      Schema.check(Schema.isBetween({ minimum: 0, maximum: 0.5 }, { message: "must be a number from 0 to 0.5" }))
    )
  ).annotateKey({ description: "The fraction by which each wait varies. Default: 0.1." })
})
export type CustomRetryPolicy = typeof CustomRetryPolicy.Type

/** The wait that is too short, as a rule for its owner; undefined when none is. */
const shortWaitFault = ({ waitsSeconds }: CustomRetryPolicy) => {
  const index = waitsSeconds.findIndex((wait, index) => wait < minWaitSeconds(index + 1))
  if (index === -1) return undefined
  const attempt = index + 1
  const issue = `must be at least ${minWaitSeconds(attempt)}: the waits before the second and each further attempt are at least 1, 2, 3 and so on up to ${LONGEST_MIN_WAIT_SECONDS} seconds`
  return { path: ["waitsSeconds", index], issue }
}

/** A policy as an endpoint's owner writes it: no wait is shorter than `minWaitSeconds`. */
export const RequestedRetryPolicy = CustomRetryPolicy.pipe(Schema.check(Schema.makeFilter(shortWaitFault)))

/** Converts a custom policy: waits below their floor are extended, and the jitter is 0.1 unless the policy sets it. */
export const toRetryPolicy = ({ waitsSeconds, jitter }: CustomRetryPolicy): RetryPolicy => ({
  waitsMillis: [0, ...waitsSeconds.slice(1).map((wait, index) => Math.max(wait, minWaitSeconds(index + 2)) * SECOND)],
  jitter: jitter ?? defaultRetryPolicy.jitter
})

/** Ten attempts over about three days: immediately, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. */
export const defaultRetryPolicy: RetryPolicy = {
  waitsMillis: [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
  jitter: 0.1
}

/** The decision after an attempt. Instants in milliseconds since the epoch. */
export type RetryDecision =
  | { readonly _tag: "Succeed" }
  /** Another attempt at `dueAt`. With `pauseUntil` the receiver requested a pause: its other deliveries wait too. */
  | { readonly _tag: "Retry"; readonly dueAt: number; readonly pauseUntil: number | undefined }
  /** It was the last attempt. With `pauseUntil` the other deliveries of the receiver wait until then. */
  | { readonly _tag: "Exhaust"; readonly pauseUntil?: number }
  /** 410 Gone: the endpoint is disabled. */
  | { readonly _tag: "DisableEndpoint" }

const GONE = 410
const isThrottlingStatus = (status: number): boolean => status === 429 || status === 503
/** Whether a receiver accepted a delivery: 2xx. */
export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300

/** The end of the pause that an overloaded receiver requests. */
const throttledUntil = (
  outcome: AttemptOutcome,
  now: number,
  retryAfterMillis: number | undefined
): number | undefined =>
  outcome._tag === "Responded" && isThrottlingStatus(outcome.status) && retryAfterMillis !== undefined
    ? now + Math.min(Math.max(retryAfterMillis, 0), MAX_RETRY_AFTER_MILLIS)
    : undefined

/**
 * Decides what follows an attempt, by the status table of Standard Webhooks 1.0: 2xx is success, 410 disables the
 * endpoint, 429 and 503 wait for the later of policy and Retry-After (at most 24 h), everything else is a failure.
 *
 * @param attempt the number of the attempt in the current run of the policy, from 1
 * @param now milliseconds since the epoch
 * @param retryAfterMillis the wait that the receiver requested; undefined without one
 * @param random a random number from 0 (inclusive) to 1 (exclusive)
 */
export const decideRetry = (
  policy: RetryPolicy,
  attempt: number,
  outcome: AttemptOutcome,
  now: number,
  retryAfterMillis: number | undefined,
  random: number
): RetryDecision => {
  if (outcome._tag === "Responded") {
    if (isSuccessStatus(outcome.status)) return { _tag: "Succeed" }
    if (outcome.status === GONE) return { _tag: "DisableEndpoint" }
  }
  const pauseUntil = throttledUntil(outcome, now, retryAfterMillis)
  const wait = policy.waitsMillis[attempt]
  if (wait === undefined) return pauseUntil === undefined ? { _tag: "Exhaust" } : { _tag: "Exhaust", pauseUntil }
  const dueAt = now + Math.round(wait * (1 + policy.jitter * (2 * random - 1)))
  return { _tag: "Retry", dueAt: Math.max(dueAt, pauseUntil ?? 0), pauseUntil }
}
