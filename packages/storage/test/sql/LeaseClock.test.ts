import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { LeaseClock, processLayer } from "../../src/sql/LeaseClock.ts"

/** A clock whose wall time and monotonic time a test sets separately. */
const makeClock = () => {
  let wall = 1_000_000
  let monotonic = 5_000_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => wall,
    currentTimeMillis: Effect.sync(() => wall),
    currentTimeNanosUnsafe: () => BigInt(wall) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(wall) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => monotonic,
    monotonicTimeNanos: Effect.sync(() => monotonic),
    sleep: () => Effect.void
  }
  const advance = (millis: number) => {
    wall += millis
    monotonic += BigInt(Math.round(millis * 1e6))
  }
  const jumpWall = (millis: number) => {
    wall += millis
  }
  return { clock, advance, jumpWall, wall: () => wall }
}

const HOUR = 3_600_000

describe("the clock of leases in a process", () => {
  it.effect("is the wall clock while that moves forward", () => {
    const testClock = makeClock()
    return Effect.gen(function* () {
      const { now } = yield* LeaseClock
      for (const millis of [0, 1, 10_000]) {
        testClock.advance(millis)
        assert.strictEqual(yield* now, testClock.wall())
      }
      testClock.jumpWall(HOUR)
      assert.strictEqual(yield* now, testClock.wall())
    }).pipe(Effect.provide(processLayer), Effect.provideService(Clock.Clock, testClock.clock))
  })

  it.effect(
    "continues at the pace of the monotonic clock when the wall clock is set back, until the wall clock catches up",
    () => {
      const testClock = makeClock()
      return Effect.gen(function* () {
        const { now } = yield* LeaseClock
        const before = yield* now
        testClock.jumpWall(-HOUR)
        assert.strictEqual(yield* now, before)
        testClock.advance(5_000)
        assert.strictEqual(yield* now, before + 5_000)
        // Reads in between lose no time.
        for (let read = 0; read < 1000; read++) {
          testClock.advance(1.75)
          yield* now
        }
        assert.strictEqual(yield* now, before + 6_750)
        testClock.jumpWall(HOUR + 100)
        assert.strictEqual(yield* now, before + 6_850)
        testClock.advance(50)
        assert.strictEqual(yield* now, before + 6_900)
      }).pipe(Effect.provide(processLayer), Effect.provideService(Clock.Clock, testClock.clock))
    }
  )
})
