import { Clock, Duration, Effect, type Scope } from "effect"

/** Calls a function for each item that is not removed within a fixed time. */
export interface Deadlines<A> {
  readonly add: (item: A) => void
  readonly remove: (item: A) => void
}

/**
 * Calls `expire` for each item that is not removed within `millis` after it was added. All items have the same time, so
 * the oldest expires first, and one sleeping fiber serves any number of items.
 */
export const makeDeadlines = <A>(
  millis: number,
  expire: (item: A) => void
): Effect.Effect<Deadlines<A>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const nanos = Duration.toNanosUnsafe(Duration.millis(millis))
    const expiries = new Map<A, bigint>()

    // No item expires before the oldest. An item that is added to an empty map expires after one whole sleep.
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
