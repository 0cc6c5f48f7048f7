import { Clock, type Duration, Effect } from "effect"
import { TestClock } from "effect/testing"

/** A clock whose wall time can be set while monotonic time passes, as by NTP or an operator. */
export interface JumpingClock {
  readonly clock: Clock.Clock
  /** Moves the wall clock by milliseconds, backwards when negative. */
  readonly jump: (millis: number) => void
  /** Advances the test clock. */
  readonly adjust: (duration: Duration.Input) => Effect.Effect<void>
}

/** A jumping clock on the `TestClock` of the fiber, which sleeps and monotonic time follow. */
export const makeJumpingClock: Effect.Effect<JumpingClock> = Effect.map(Clock.Clock, (testClock) => {
  let offset = 0
  const millis = () => testClock.currentTimeMillisUnsafe() + offset
  const nanos = () => testClock.currentTimeNanosUnsafe() + BigInt(offset) * 1_000_000n
  return {
    clock: {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: () => testClock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: testClock.monotonicTimeNanos,
      sleep: (duration) => testClock.sleep(duration)
    },
    jump: (by) => {
      offset += by
    },
    adjust: (duration) => Effect.provideService(TestClock.adjust(duration), Clock.Clock, testClock)
  }
})
