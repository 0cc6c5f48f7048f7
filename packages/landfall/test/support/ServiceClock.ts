import { Clock, Context, Duration, Effect, Layer } from "effect"

/** In the middle of an hour, a day and a month, so that none of them ends during a test. */
export const SERVICE_START = Date.UTC(2026, 4, 13, 10, 20)

/** The wall clock and the monotonic clock of a service under test. Its sleeps are those of the machine. */
export class ServiceClock extends Context.Service<
  ServiceClock,
  { readonly advance: (duration: Duration.Input) => Effect.Effect<void> }
>()("ServiceClock") {}

const NANOS_PER_MILLI = 1_000_000n

const clockFrom = (live: Clock.Clock, elapsedNanos: () => bigint) => {
  let advanced = 0n
  const monotonic = () => advanced + elapsedNanos()
  const nanos = () => BigInt(SERVICE_START) * NANOS_PER_MILLI + monotonic()
  const millis = () => Number(nanos() / NANOS_PER_MILLI)
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration) => live.sleep(duration)
  }
  const advance = (duration: Duration.Input) =>
    Effect.sync(() => {
      advanced += Duration.toNanosUnsafe(duration)
    })
  return Context.make(Clock.Clock, clock).pipe(Context.add(ServiceClock, { advance }))
}

/** A clock that begins at `SERVICE_START` and goes on as the clock of the machine does. */
export const runningClock = Layer.effectContext(
  Effect.map(Clock.Clock, (live) => {
    const started = live.monotonicTimeNanosUnsafe()
    return clockFrom(live, () => live.monotonicTimeNanosUnsafe() - started)
  })
)

/** A clock that shows `SERVICE_START` until it is advanced. */
export const stoppedClock = Layer.effectContext(Effect.map(Clock.Clock, (live) => clockFrom(live, () => 0n)))
