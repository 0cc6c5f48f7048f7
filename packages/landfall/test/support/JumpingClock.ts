import { Clock, type Duration, Effect } from "effect"
import { TestClock } from "effect/testing"

/** A clock whose wall can be set while time passes as it does: what NTP or an operator does to a machine. */
export interface JumpingClock {
  readonly clock: Clock.Clock
  /** Sets the wall clock by so many milliseconds, back when they are negative. */
  readonly jump: (millis: number) => void
  /** Lets time pass by the test clock underneath. */
  readonly adjust: (duration: Duration.Input) => Effect.Effect<void>
}

/** Over the `TestClock` of the fiber, by which sleeps and the monotonic time go on as before. */
export const makeJumpingClock: Effect.Effect<JumpingClock> = Effect.map(Clock.Clock, (under) => {
  let offset = 0
  const millis = () => under.currentTimeMillisUnsafe() + offset
  const nanos = () => under.currentTimeNanosUnsafe() + BigInt(offset) * 1_000_000n
  return {
    clock: {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: () => under.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: under.monotonicTimeNanos,
      sleep: (duration) => under.sleep(duration)
    },
    jump: (by) => {
      offset += by
    },
    adjust: (duration) => Effect.provideService(TestClock.adjust(duration), Clock.Clock, under)
  }
})
