import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Schedule } from "effect"

const PAUSE_MILLIS = 25
/** Below the limit of a test, so that a test that waits in vain still cleans up. */
const LIMIT_MILLIS = 500_000

/** Repeats a read until its value is accepted, and returns that value. */
export const eventually = async <A>(read: () => A | Promise<A>, accepts: (value: A) => boolean): Promise<A> => {
  const started = performance.now()
  for (;;) {
    const value = await read()
    if (accepts(value)) return value
    if (performance.now() - started > LIMIT_MILLIS) {
      throw new Error(`After ${LIMIT_MILLIS / 1000} s the value is still ${JSON.stringify(value)}`)
    }
    await sleep(PAUSE_MILLIS)
  }
}

/** Waits until a condition holds. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> =>
  void (await eventually(holds, (value) => value))

/** As `eventually`, for an effect. */
export const repeatUntil = <A, E, R>(read: Effect.Effect<A, E, R>, accepts: (value: A) => boolean) =>
  read.pipe(Effect.repeat({ until: accepts, schedule: Schedule.spaced(PAUSE_MILLIS) }), Effect.timeout(LIMIT_MILLIS))
