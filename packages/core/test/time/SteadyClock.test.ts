import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeSteadyTime } from "../../src/time/SteadyClock.ts"

describe("the steady time of caches", () => {
  it.effect("continues when the clock of the system is set back", () =>
    Effect.gen(function* () {
      const testClock = yield* Clock.Clock
      let offset = 0
      const millis = () => testClock.currentTimeMillisUnsafe() + offset
      const jumping = { ...testClock, currentTimeMillisUnsafe: millis, currentTimeMillis: Effect.sync(millis) }
      const adjust = (by: number) => Effect.provideService(TestClock.adjust(by), Clock.Clock, testClock)
      yield* Effect.gen(function* () {
        let reads = 0
        const bySteadyTime = yield* makeSteadyTime
        const read = Effect.sync(() => ++reads)
        const cached = bySteadyTime(yield* Effect.cachedWithTTL(read, "1 second"))
        assert.strictEqual(yield* cached, 1)
        offset = -3_600_000
        yield* adjust(500)
        assert.strictEqual(yield* cached, 1)
        yield* adjust(600)
        assert.strictEqual(yield* cached, 2)
      }).pipe(Effect.provideService(Clock.Clock, jumping))
    })
  )
})
