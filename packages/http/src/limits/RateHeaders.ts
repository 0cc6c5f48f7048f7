import type { LimitValues } from "@landfall/core/limits/Limits"
import { BURST_SECONDS, type RateName, type RateStanding, ratePolicyOf } from "../conventions/RequestRates.ts"

/** The rates that apply together: to calls with an API key, and to requests without a valid one. */
const RATES_OF_CALLS: ReadonlyArray<RateName> = ["key.requests", "account.requests"]
const RATES_OF_ADDRESSES: ReadonlyArray<RateName> = ["address.requests", "address.failedKeys"]

/**
 * Makes the headers that state the rates of a caller, as draft-ietf-httpapi-ratelimit-headers-10 describes them:
 * `RateLimit-Policy` names the quota of each rate, `RateLimit` the remaining quota of the rate that is nearest to its
 * limit, and the seconds until it is full again.
 */
export const makeRateHeaders = (limits: LimitValues) => {
  const textOf = (names: ReadonlyArray<RateName>) =>
    names.map((name) => `"${name}";q=${ratePolicyOf(name, limits).capacity};w=${BURST_SECONDS}`).join(", ")
  const ofCalls = textOf(RATES_OF_CALLS)
  const ofAddresses = textOf(RATES_OF_ADDRESSES)

  return {
    /** The value of `RateLimit-Policy` for a caller that is limited by this rate. */
    policiesOf: ({ name }: RateStanding): string => (RATES_OF_CALLS.includes(name) ? ofCalls : ofAddresses),

    /** The value of `RateLimit`. */
    standingText: ({ name, remaining, resetSeconds }: RateStanding): string =>
      `"${name}";r=${remaining};t=${resetSeconds}`
  }
}
