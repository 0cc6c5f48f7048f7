import { Clock, Context, DateTime, Duration, Effect, Layer, Schedule } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import { Credits } from "./Credits.ts"
import { UsageCount, UsageDay, UsageStore } from "./Usage.ts"

/** The longest time that a count waits in memory, and so the largest loss in a crash. */
export const FLUSH_INTERVAL = Duration.seconds(1)

const DAY_MILLIS = 86_400_000

/** The calendar day of a number of whole days since 1970-01-01 UTC. */
const usageDayOf = (days: number): UsageDay =>
  UsageDay.make(DateTime.formatIsoDateUtc(DateTime.makeUnsafe(days * DAY_MILLIS)))

/** The counts of one operation of an account on one day. Mutable, because every call adds to it. */
interface UsageTally {
  readonly accountId: AccountId
  readonly days: number
  readonly operation: string
  calls: number
  credits: number
}

const usageCountOf = ({ accountId, days, operation, calls, credits }: UsageTally): UsageCount =>
  new UsageCount({ accountId, day: usageDayOf(days), operation, calls, credits: Credits.make(credits) })

/**
 * Counts calls in memory and adds them to the store in batches, so that no request waits for a counter. Flushes every
 * second and once more when the layer closes.
 */
export class UsageMeter extends Context.Service<
  UsageMeter,
  {
    /** Counts one call of an operation, with the credits charged for it. */
    readonly count: (accountId: AccountId, operation: string, credits: Credits) => Effect.Effect<void>
    /** Stores all counts, so that a reader sees its own calls. */
    readonly flush: Effect.Effect<void>
  }
>()("@landfall/core/usage/UsageMeter") {
  static readonly layer = Layer.effect(
    UsageMeter,
    Effect.gen(function* () {
      const store = yield* UsageStore
      let tallies = new Map<string, UsageTally>()

      const merge = (added: UsageTally) => {
        const key = `${added.accountId} ${added.days} ${added.operation}`
        const known = tallies.get(key)
        if (known === undefined) {
          tallies.set(key, added)
          return
        }
        known.calls += added.calls
        known.credits += added.credits
      }

      const flush = Effect.suspend(() => {
        if (tallies.size === 0) return Effect.void
        const batch = [...tallies.values()]
        tallies = new Map()
        // When the store is unavailable, the counts are merged back for the next flush.
        return Effect.catch(store.add(batch.map(usageCountOf)), (error) => {
          for (const tally of batch) merge(tally)
          return Effect.logWarning("Usage counts could not be stored; the next flush stores them", error)
        })
      }).pipe(Effect.uninterruptible)

      yield* Effect.addFinalizer(() => flush)
      yield* flush.pipe(Effect.repeat(Schedule.spaced(FLUSH_INTERVAL)), Effect.forkScoped)

      return UsageMeter.of({
        count: (accountId, operation, credits) =>
          Effect.map(Clock.currentTimeMillis, (now) =>
            merge({ accountId, days: Math.floor(now / DAY_MILLIS), operation, calls: 1, credits })
          ),
        flush
      })
    })
  )
}
