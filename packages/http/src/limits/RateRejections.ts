import type { LimitName } from "@landfall/core/limits/Limits"
import { Clock, Effect } from "effect"
import { type ApiError, makePreparedErrors } from "../conventions/ApiError.ts"
import type { CallRecord } from "../conventions/CallRecord.ts"
import {
  describeRejection,
  RATE_NAMES,
  type RatePolicy,
  rateStandingOf,
  retryAfterSeconds
} from "../conventions/RequestRates.ts"
import { Metrics } from "../metrics/Metrics.ts"
import type { BucketTable } from "../shares/BucketTable.ts"

const COUNTER = "landfall_http_rejected_requests_total"
const DESCRIPTION = "Requests that were rejected with 429, by the limit that they exceeded"

/** The buckets of one rate. */
export interface RateBuckets {
  readonly policy: RatePolicy
  readonly buckets: BucketTable
}

const NANOS_PER_MILLI = 1e6

/** The instants of buckets: milliseconds of a monotonic clock, so that a change of the system clock moves none. */
export const makeBucketClock = Effect.map(
  Clock.Clock,
  (clock) => (): number => Number(clock.monotonicTimeNanosUnsafe()) / NANOS_PER_MILLI
)

/** The limits beside rates by which requests are rejected with 429. */
const OTHER_LIMITS: ReadonlyArray<LimitName> = [
  "account.requestsInProgress",
  "account.heavyRequests",
  "server.bodyBytes",
  "server.keylessBodyBytes"
]

/** Makes the function that counts a request rejected by a limit. */
export const makeRejectionCounter = Effect.map(Metrics, (metrics) => {
  const count = (limit: string, amount = 1) => metrics.add(COUNTER, DESCRIPTION, amount, { limit })
  for (const name of [...RATE_NAMES, ...OTHER_LIMITS]) count(name, 0)
  return count
})

/** Makes the error of a call for whose weight a bucket has no tokens: 429 with the time to wait. */
export const makeRateRejection = Effect.gen(function* () {
  const count = yield* makeRejectionCounter
  const clock = yield* Clock.Clock
  const prepare = makePreparedErrors("tooManyRequests")

  return (call: CallRecord, { policy, buckets }: RateBuckets, key: string, now: number, tokens: number): ApiError => {
    const fullAt = buckets.stateOf(key)
    const seconds = retryAfterSeconds(policy, fullAt, now, tokens)
    call.rate = rateStandingOf(policy, fullAt, now)
    call.retryAfterSeconds = seconds
    count(policy.name)
    return prepare(describeRejection(policy, tokens, seconds), clock.currentTimeMillisUnsafe())
  }
})
