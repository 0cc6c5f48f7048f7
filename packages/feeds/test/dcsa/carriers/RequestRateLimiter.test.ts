import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeRequestRateLimiter, type RequestRateLimiter } from "../../../src/dcsa/carriers/RequestRateLimiter.ts"

const UNLIMITED = Number.POSITIVE_INFINITY

/** Acquires requests at the same time; returns the instants at which each may be sent, in milliseconds. */
const startsOf = Effect.fnUntraced(function* (limiter: RequestRateLimiter, count: number) {
  const acquired = yield* Effect.forkChild(
    Effect.forEach(
      Array.from({ length: count }),
      () => Effect.andThen(limiter.acquire(UNLIMITED), Clock.currentTimeMillis),
      { concurrency: "unbounded" }
    )
  )
  yield* TestClock.adjust("1 hour")
  return yield* Fiber.join(acquired)
})

describe("the rate limiter of a carrier", () => {
  it.effect("spaces concurrent requests by the interval, the first immediately", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* startsOf(makeRequestRateLimiter(50), 5), [0, 20, 40, 60, 80])
    })
  )

  it.effect("spaces requests after a pause too, and saves none up", () =>
    Effect.gen(function* () {
      const limiter = makeRequestRateLimiter(0.5)
      yield* limiter.acquire(UNLIMITED)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* startsOf(limiter, 3), [60_000, 62_000, 64_000])
    })
  )

  it.effect(
    "returns the instant immediately when the wait is longer than the caller accepts, and reserves nothing",
    () =>
      Effect.gen(function* () {
        const limiter = makeRequestRateLimiter(0.1)
        assert.isUndefined(yield* limiter.acquire(0))
        yield* TestClock.adjust(1)
        for (let call = 0; call < 3; call++) assert.strictEqual(yield* limiter.acquire(9_998), 10_000)
        assert.deepStrictEqual(yield* startsOf(limiter, 2), [10_000, 20_000])
      })
  )

  it.effect("sends nothing before the end of a pause, which an earlier one does not shorten", () =>
    Effect.gen(function* () {
      const limiter = makeRequestRateLimiter(1)
      limiter.pauseUntil(120_000)
      limiter.pauseUntil(60_000)
      assert.strictEqual(yield* limiter.acquire(5_000), 120_000)
      assert.deepStrictEqual(yield* startsOf(limiter, 2), [120_000, 121_000])
    })
  )
})
