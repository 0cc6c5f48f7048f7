import { describe, expect, it } from "@effect/vitest"
import { DEFAULT_LIMITS } from "@landfall/core/limits/Limits"
import { debitTokens, FULL } from "@landfall/core/limits/TokenBucket"
import {
  describeRejection,
  ratePolicyOf,
  rateStandingOf,
  retryAfterSeconds
} from "../../src/conventions/RequestRates.ts"

const policy = ratePolicyOf("key.requests", { ...DEFAULT_LIMITS, "key.requests": 20 })

describe("a rate of requests", () => {
  it("admits the requests of ten seconds in one burst", () => {
    expect(policy).toEqual({ name: "key.requests", perSecond: 20, capacity: 200 })
  })

  it("states the remaining requests as a whole number, at least 0", () => {
    expect(rateStandingOf(policy, FULL, 0)).toEqual({ name: "key.requests", remaining: 200, resetSeconds: 0 })
    expect(rateStandingOf(policy, debitTokens(policy, FULL, 0, 250), 0)).toEqual({
      name: "key.requests",
      remaining: 0,
      resetSeconds: 13
    })
  })

  it("names the limit, its value, the weight of the request and the time to wait", () => {
    const fullAt = debitTokens(policy, FULL, 0, 200)
    expect(describeRejection(policy, 1, retryAfterSeconds(policy, fullAt, 0, 1))).toBe(
      "The API key has sent more requests than its limit allows: key.requests is 20 a second, and 200 in one burst. Send the request again after 1 second."
    )
    expect(describeRejection(policy, 50, retryAfterSeconds(policy, fullAt, 0, 50))).toBe(
      "The API key has sent more requests than its limit allows: key.requests is 20 a second, and 200 in one burst; this request counts as 50. Send the request again after 3 seconds."
    )
  })
})
