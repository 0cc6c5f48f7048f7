import type { LimitName, LimitValues } from "@landfall/core/limits/Limits"
import {
  type BucketPolicy,
  type FullAt,
  ROUNDING_TOKENS,
  secondsUntil,
  secondsUntilFull,
  tokensIn
} from "@landfall/core/limits/TokenBucket"

/** A bucket holds the tokens of this many seconds: a caller may use the limit of this time in one burst. */
export const BURST_SECONDS = 10

/** The limits that are rates of requests. */
export type RateName = Extract<
  LimitName,
  "account.requests" | "address.failedKeys" | "address.requests" | "key.requests"
>

/** The rate limits of requests, in the order in which they are checked. */
export const RATE_NAMES: ReadonlyArray<RateName> = [
  "key.requests",
  "account.requests",
  "address.requests",
  "address.failedKeys"
]

/** A rate of requests with the bucket that enforces it. */
export interface RatePolicy extends BucketPolicy {
  readonly name: RateName
}

/** The policy of a rate under these limits. */
export const ratePolicyOf = (name: RateName, limits: LimitValues): RatePolicy => ({
  name,
  perSecond: limits[name],
  capacity: limits[name] * BURST_SECONDS
})

/** The state of a caller's bucket: the tokens that are left, and after how many seconds it is full. */
export interface RateStanding {
  readonly name: RateName
  readonly remaining: number
  readonly resetSeconds: number
}

/** The number of requests that a bucket admits at `now`, and the time until it is full again. */
export const rateStandingOf = (policy: RatePolicy, fullAt: FullAt, now: number): RateStanding => ({
  name: policy.name,
  remaining: Math.max(0, Math.floor(tokensIn(policy, fullAt, now) + ROUNDING_TOKENS)),
  resetSeconds: secondsUntilFull(fullAt, now)
})

/** The requests that each rate counts, in words. */
const COUNTED: Readonly<Record<RateName, string>> = {
  "account.requests": "The account has sent more requests than its limit allows",
  "address.failedKeys": "The address of the caller has sent too many API keys that are unknown",
  "address.requests": "The address of the caller has sent too many requests without a valid API key",
  "key.requests": "The API key has sent more requests than its limit allows"
}

/** The reason why a rate rejects a request, and the time after which it can be sent again: two sentences. */
export const describeRejection = (
  { name, perSecond, capacity }: RatePolicy,
  tokens: number,
  seconds: number
): string => {
  const weight = tokens > 1 ? `; this request counts as ${tokens}` : ""
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`
  return `${COUNTED[name]}: ${name} is ${perSecond} a second, and ${capacity} in one burst${weight}. Send the request again after ${wait}.`
}

/** After how many seconds a rejected request can be sent again: at least one, because 0 would mean now. */
export const retryAfterSeconds = (policy: RatePolicy, fullAt: FullAt, now: number, tokens: number): number =>
  Math.max(1, secondsUntil(policy, fullAt, now, tokens))
