import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { LeaseClock, processLayer } from "../../src/sql/LeaseClock.ts"

/** A clock that a test sets, wall and monotonic each for itself. */
const setClock = () => {
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
  const pass = (millis: number) => {
    wall += millis
    monotonic += BigInt(Math.round(millis * 1e6))
  }
  const jump = (millis: number) => {
    wall += millis
  }
  return { clock, pass, jump, wall: () => wall }
}

const HOUR = 3_600_000

describe("the clock of leases in a process", () => {
  it.effect("is the wall clock, as long as that goes forwards", () => {
    const set = setClock()
    return Effect.gen(function* () {
      const { now } = yield* LeaseClock
      for (const millis of [0, 1, 10_000]) {
        set.pass(millis)
        assert.strictEqual(yield* now, set.wall())
      }
      set.jump(HOUR)
      assert.strictEqual(yield* now, set.wall())
    }).pipe(Effect.provide(processLayer), Effect.provideService(Clock.Clock, set.clock))
  })

  it.effect("goes on at its pace when the wall clock is set back, until that has caught up", () => {
    const set = setClock()
    return Effect.gen(function* () {
      const { now } = yield* LeaseClock
      const before = yield* now
      set.jump(-HOUR)
      assert.strictEqual(yield* now, before)
      set.pass(5_000)
      assert.strictEqual(yield* now, before + 5_000)
      // Looks in between take nothing away.
      for (let look = 0; look < 1000; look++) {
        set.pass(1.75)
        yield* now
      }
      assert.strictEqual(yield* now, before + 6_750)
      set.jump(HOUR + 100)
      assert.strictEqual(yield* now, before + 6_850)
      set.pass(50)
      assert.strictEqual(yield* now, before + 6_900)
    }).pipe(Effect.provide(processLayer), Effect.provideService(Clock.Clock, set.clock))
  })
})
