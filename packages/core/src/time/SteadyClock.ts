import { Clock, Effect } from "effect"

const NANOS_PER_MILLI = 1_000_000n

const steadyClockOf = (clock: Clock.Clock): Clock.Clock => {
  const nanos = () => clock.monotonicTimeNanosUnsafe()
  const millis = () => Number(nanos() / NANOS_PER_MILLI)
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: clock.monotonicTimeNanos,
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}

/**
 * Makes the function that runs reads of a cache by a time that is never set: that of the monotonic clock. By the time of the
 * system, entries would live for hours when its clock is set back by hours. What is read must not read the time.
 */
export const makeSteadyTime = Effect.map(Clock.Clock, (clock) => {
  const steady = steadyClockOf(clock)
  return <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(read, Clock.Clock, steady)
})
