import { Clock, Context, DateTime, Duration, Effect, Layer, Schedule, Semaphore } from "effect"
import { SecureRandom } from "effect/crypto"
import type { AccountId } from "../accounts/Account.ts"
import { makeOutageLog } from "../faults/OutageLog.ts"
import { HOUR_MILLIS } from "../time/Durations.ts"
import { Instant } from "../time/Instant.ts"
import type { CallOutcome } from "./CallOutcome.ts"
import { Credits } from "./Credits.ts"
import { type UsageBatch, UsageCount, UsageStore } from "./Usage.ts"

/** The longest time that a count waits in memory, and so the largest loss in a crash. */
export const FLUSH_INTERVAL = Duration.seconds(1)

/** The counts of one operation of an account in one hour. Mutable, because every call adds to it. */
interface UsageTally {
  readonly accountId: AccountId
  /** Whole hours since 1970-01-01 UTC. */
  readonly hours: number
  readonly operation: string
  success: number
  clientError: number
  serverError: number
  credits: number
}

const newTally = (accountId: AccountId, hours: number, operation: string): UsageTally => ({
  accountId,
  hours,
  operation,
  success: 0,
  clientError: 0,
  serverError: 0,
  credits: 0
})

/** The value of a key, which is added when it is missing. */
const getOrAdd = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const added = make()
  map.set(key, added)
  return added
}

const usageCountOf = ({ accountId, hours, operation, success, clientError, serverError, credits }: UsageTally) =>
  new UsageCount({
    accountId,
    hour: Instant.make(hours * HOUR_MILLIS),
    operation,
    successCalls: success,
    clientErrorCalls: clientError,
    serverErrorCalls: serverError,
    credits: Credits.make(credits)
  })

/**
 * Counts calls in memory and adds them to the store in batches, so that no request waits for a counter. Flushes every
 * second and when the layer closes.
 */
export class UsageMeter extends Context.Service<
  UsageMeter,
  {
    /** Counts one call of an operation by its outcome, with the credits charged for it. */
    readonly count: (accountId: AccountId, operation: string, outcome: CallOutcome, credits: Credits) => void
    /** Stores all counts, so that a reader sees its own calls. */
    readonly flush: Effect.Effect<void>
  }
>()("@landfall/core/usage/UsageMeter") {
  static readonly layer = Layer.effect(
    UsageMeter,
    Effect.gen(function* () {
      const store = yield* UsageStore
      const clock = yield* Clock.Clock
      const log = makeOutageLog(
        "Usage counts could not be stored; a later flush stores them.",
        "Usage counts are stored again."
      )
      const meterId = yield* (yield* SecureRandom.SecureRandom).uuidV4()
      /** By hour, account and operation. One text of all three as a key would be built and hashed by every call. */
      let tallies = new Map<number, Map<AccountId, Map<string, UsageTally>>>()
      // The batch of which it is not known that it is stored. It is stored again as it is, and never changes: the connection
      // may have been lost after the commit.
      let pending: UsageBatch | undefined
      let batches = 0

      const tallyOf = (accountId: AccountId, hours: number, operation: string): UsageTally => {
        const accounts = getOrAdd(tallies, hours, () => new Map<AccountId, Map<string, UsageTally>>())
        const operations = getOrAdd(accounts, accountId, () => new Map<string, UsageTally>())
        return getOrAdd(operations, operation, () => newTally(accountId, hours, operation))
      }

      const nextBatch = (): UsageBatch | undefined => {
        if (tallies.size === 0) return undefined
        const counts = [...tallies.values()]
          .flatMap((accounts) => [...accounts.values()])
          .flatMap((operations) => [...operations.values()])
          .map(usageCountOf)
        tallies = new Map()
        batches += 1
        return { meterId, number: batches, counts }
      }

      const storeNext = Effect.suspend(() => {
        pending ??= nextBatch()
        if (pending === undefined) return Effect.void
        const batch = pending
        return Effect.flatMap(DateTime.now, (now) =>
          Effect.flatMap(store.addBatch(batch, now), () => {
            pending = undefined
            return log.succeeded
          })
        )
      })

      // One flush at a time: a reader that flushes also waits for the batch that is being stored.
      const flush = Effect.suspend(() => (pending === undefined ? Effect.void : storeNext)).pipe(
        Effect.andThen(storeNext),
        Effect.catch(log.failed),
        Semaphore.makeUnsafe(1).withPermit,
        Effect.uninterruptible
      )

      yield* Effect.addFinalizer(() => flush)
      yield* flush.pipe(Effect.repeat(Schedule.spaced(FLUSH_INTERVAL)), Effect.forkScoped)

      return UsageMeter.of({
        count: (accountId, operation, outcome, credits) => {
          const hours = Math.floor(clock.currentTimeMillisUnsafe() / HOUR_MILLIS)
          const tally = tallyOf(accountId, hours, operation)
          tally[outcome] += 1
          tally.credits += credits
        },
        flush
      })
    })
  )
}
