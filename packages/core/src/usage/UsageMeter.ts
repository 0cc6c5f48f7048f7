import { Clock, Context, DateTime, Duration, Effect, Layer, Schedule } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import { Credits } from "./Credits.ts"
import { UsageCount, UsageDay, UsageStore } from "./Usage.ts"

/** How long a count may wait in memory: what a crash can lose. */
export const FLUSH_INTERVAL = Duration.seconds(1)

const dayOf = (millis: number): UsageDay => UsageDay.make(DateTime.formatIsoDateUtc(DateTime.makeUnsafe(millis)))

/**
 * Counts calls in memory and adds them to the store in batches, so that no request waits for a counter. Flushes every
 * second and once more when the layer closes.
 */
export class UsageMeter extends Context.Service<
  UsageMeter,
  {
    /** Counts one call of an operation, with the credits it cost. */
    readonly count: (accountId: AccountId, operation: string, credits: Credits) => Effect.Effect<void>
    /** Stores what has been counted so far, so that a reader sees its own calls. */
    readonly flush: Effect.Effect<void>
  }
>()("@landfall/core/usage/UsageMeter") {
  static readonly layer = Layer.effect(
    UsageMeter,
    Effect.gen(function* () {
      const store = yield* UsageStore
      let counts = new Map<string, UsageCount>()

      const merge = (added: UsageCount) => {
        const key = `${added.accountId} ${added.day} ${added.operation}`
        const known = counts.get(key)
        counts.set(
          key,
          known === undefined
            ? added
            : new UsageCount({
                ...added,
                calls: known.calls + added.calls,
                credits: Credits.make(known.credits + added.credits)
              })
        )
      }

      const flush = Effect.suspend(() => {
        if (counts.size === 0) return Effect.void
        const batch = counts
        counts = new Map()
        // The store was away: the counts go back and the next flush tries again.
        return Effect.catch(store.add([...batch.values()]), (error) => {
          for (const count of batch.values()) merge(count)
          return Effect.logWarning("Usage counts could not be stored and are kept for the next try", error)
        })
      }).pipe(Effect.uninterruptible)

      yield* Effect.addFinalizer(() => flush)
      yield* flush.pipe(Effect.repeat(Schedule.spaced(FLUSH_INTERVAL)), Effect.forkScoped)

      return UsageMeter.of({
        count: (accountId, operation, credits) =>
          Effect.map(Clock.currentTimeMillis, (now) =>
            merge(new UsageCount({ accountId, day: dayOf(now), operation, calls: 1, credits }))
          ),
        flush
      })
    })
  )
}
