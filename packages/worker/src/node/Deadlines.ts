import { Clock, Duration, Effect, type Scope } from "effect"

/** Ends what takes longer than one fixed time. */
export interface Deadlines<A> {
  readonly add: (item: A) => void
  readonly remove: (item: A) => void
}

/**
 * Calls `expire` for each item that has not been removed `millis` after it was added. As all have the same time, the
 * oldest ends first, and one sleeping fiber watches any number of them.
 */
export const makeDeadlines = <A>(
  millis: number,
  expire: (item: A) => void
): Effect.Effect<Deadlines<A>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const nanos = Duration.toNanosUnsafe(Duration.millis(millis))
    const expiries = new Map<A, bigint>()

    // Nothing can expire before the oldest; what is added while nothing is there expires after a whole sleep.
    const expireDue = (): number => {
      const now = clock.monotonicTimeNanosUnsafe()
      for (const [item, at] of expiries) {
        if (at > now) return Number((at - now) / 1_000_000n) + 1
        expiries.delete(item)
        expire(item)
      }
      return millis
    }

    yield* Effect.forkScoped(Effect.forever(Effect.suspend(() => Effect.sleep(expireDue()))), {
      startImmediately: true
    })
    return {
      add: (item) => {
        expiries.set(item, clock.monotonicTimeNanosUnsafe() + nanos)
      },
      remove: (item) => {
        expiries.delete(item)
      }
    }
  })
