import type { LimitValues } from "@landfall/core/limits/Limits"
import { BURST_SECONDS, type RateName, type RateStanding, ratePolicyOf } from "@landfall/core/limits/RequestRates"

/** The rates that apply together: to calls with an API key, and to requests without a valid one. */
const RATES_OF_CALLS: ReadonlyArray<RateName> = ["key.requests", "account.requests"]
const RATES_OF_ADDRESSES: ReadonlyArray<RateName> = ["address.requests", "address.failedKeys"]

/**
 * Makes the headers that tell a caller its rates, as draft-ietf-httpapi-ratelimit-headers-10 describes them:
 * `RateLimit-Policy` names the quota of each rate, `RateLimit` what is left of the one that is nearest to its limit, and
 * after how many seconds it is whole again.
 */
export const makeRateHeaders = (limits: LimitValues) => {
  const policiesOf = (names: ReadonlyArray<RateName>) =>
    names.map((name) => `"${name}";q=${ratePolicyOf(name, limits).capacity};w=${BURST_SECONDS}`).join(", ")
  const ofCalls = policiesOf(RATES_OF_CALLS)
  const ofAddresses = policiesOf(RATES_OF_ADDRESSES)

  return ({ name, remaining, resetSeconds }: RateStanding): Readonly<Record<string, string>> => ({
    "ratelimit-policy": RATES_OF_CALLS.includes(name) ? ofCalls : ofAddresses,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`
  })
}
