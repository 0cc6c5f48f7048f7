import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  debitTokens,
  FULL,
  hasTokens,
  returnTokens,
  secondsUntil,
  secondsUntilFull,
  tokensIn
} from "../../src/limits/TokenBucket.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Requests = Schema.Array(Schema.Tuple([between(0, 3000), between(1, 25)])).check(Schema.isMaxLength(200))
const policy = { perSecond: 5, capacity: 50 }

describe("a token bucket", () => {
  it.prop("admits the requests that a count of tokens admits", [Requests], ([requests]) => {
    let now = 1_000_000
    let fullAt = FULL
    let tokens = policy.capacity
    for (const [waitMillis, weight] of requests) {
      now += waitMillis
      tokens = Math.min(policy.capacity, tokens + (waitMillis * policy.perSecond) / 1000)
      expect(tokensIn(policy, fullAt, now)).toBeCloseTo(tokens, 3)
      // The two differ by rounding where the tokens are just enough.
      if (Math.abs(tokens - weight) > 1e-3) expect(hasTokens(policy, fullAt, now, weight)).toBe(tokens >= weight)
      if (!hasTokens(policy, fullAt, now, weight)) continue
      fullAt = debitTokens(policy, fullAt, now, weight)
      tokens -= weight
    }
  })

  it.prop("admits at most its capacity and what is added, over any period", [Requests], ([requests]) => {
    let now = 0
    let fullAt = FULL
    let admitted = 0
    for (const [waitMillis, weight] of requests) {
      now += waitMillis
      if (!hasTokens(policy, fullAt, now, weight)) continue
      fullAt = debitTokens(policy, fullAt, now, weight)
      admitted += weight
    }
    expect(admitted).toBeLessThanOrEqual(policy.capacity + (now * policy.perSecond) / 1000 + 1e-3)
  })

  it.prop(
    "has the tokens of a request after the wait that it returns",
    [between(0, 400), between(1, 200)],
    ([used, weight]) => {
      const fullAt = debitTokens(policy, FULL, 0, used)
      const seconds = secondsUntil(policy, fullAt, 0, weight)
      expect(hasTokens(policy, fullAt, seconds * 1000, weight)).toBe(true)
      if (seconds > 0) expect(hasTokens(policy, fullAt, (seconds - 1) * 1000, weight)).toBe(false)
      expect(tokensIn(policy, fullAt, secondsUntilFull(fullAt, 0) * 1000)).toBe(policy.capacity)
    }
  )

  it("admits a request that weighs more than its capacity when it is full, and is in debt then", () => {
    expect(hasTokens(policy, FULL, 0, 80)).toBe(true)
    const fullAt = debitTokens(policy, FULL, 0, 80)
    expect(tokensIn(policy, fullAt, 0)).toBe(-30)
    expect(secondsUntil(policy, fullAt, 0, 1)).toBe(7)
    expect(hasTokens(policy, fullAt, 0, 1)).toBe(false)
    expect(hasTokens(policy, fullAt, 7000, 1)).toBe(true)
  })

  it("holds no more than its capacity when tokens are returned", () => {
    const fullAt = returnTokens(policy, debitTokens(policy, FULL, 0, 1), 10)
    expect(tokensIn(policy, fullAt, 0)).toBe(policy.capacity)
  })
})
