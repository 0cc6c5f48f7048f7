import { Limits } from "@landfall/core/limits/Limits"
import { SharedBuckets, UNSHARED_PARTS } from "@landfall/core/limits/SharedBuckets"
import { tokensIn } from "@landfall/core/limits/TokenBucket"
import { Context, Duration, Effect, Layer, Schedule } from "effect"
import type { ApiError } from "../conventions/ApiError.ts"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { logRepeatedFault } from "../conventions/RepeatedFaults.ts"
import { type RateName, ratePolicyOf, rateStandingOf } from "../conventions/RequestRates.ts"
import { makeBucketTable } from "../shares/BucketTable.ts"
import { makeBucketClock, makeRateRejection, type RateBuckets } from "./RateRejections.ts"

/** The interval at which the servers on one database exchange their counts. */
const SHARING_INTERVAL = Duration.seconds(1)

/** More callers than this at the same time share buckets. Only valid keys have one, so that no caller can fill the tables with others. */
const MAX_BUCKETS = 1_000_000

/** Counts the calls of each API key and each account against their rates. */
export class CallRates extends Context.Service<
  CallRates,
  {
    /**
     * Debits the weight of a call from the buckets of its key and its account, or from neither. Returns the failure of
     * a call that is rejected; undefined when it is admitted. A plain function, because every call runs it.
     */
    readonly take: (call: CallRecord, tokens: number) => Effect.Effect<never, ApiError> | undefined
    /**
     * Debits the actual weight of a call afterwards, also from buckets without enough tokens: later calls wait for
     * them.
     */
    readonly charge: (call: CallRecord, tokens: number) => void
    /** Exchanges the debits since the last time with the other servers. */
    readonly share: Effect.Effect<void>
  }
>()("@landfall/http/limits/CallRates") {
  /** The rates of this server, which shares nothing until `share` runs. */
  static readonly layerUnshared = Layer.effect(
    CallRates,
    Effect.gen(function* () {
      const limits = yield* Limits
      const store = yield* SharedBuckets
      const clock = yield* makeBucketClock
      const reject = yield* makeRateRejection

      const ratesOf = (name: RateName): RateBuckets => {
        const policy = ratePolicyOf(name, limits)
        return { policy, buckets: makeBucketTable(policy, { maxBuckets: MAX_BUCKETS, seed: 0 }) }
      }
      const ofKeys = ratesOf("key.requests")
      const ofAccounts = ratesOf("account.requests")

      const take = (call: CallRecord, tokens: number) => {
        const { accountId, keyId } = call
        if (accountId === undefined || keyId === undefined) return undefined
        const now = clock()
        const keyState = ofKeys.buckets.take(keyId, now, tokens)
        if (keyState === undefined) return Effect.fail(reject(call, ofKeys, keyId, now, tokens))
        const accountState = ofAccounts.buckets.take(accountId, now, tokens)
        if (accountState === undefined) {
          ofKeys.buckets.returnTokens(keyId, tokens)
          return Effect.fail(reject(call, ofAccounts, accountId, now, tokens))
        }
        const keyIsNearer = tokensIn(ofKeys.policy, keyState, now) <= tokensIn(ofAccounts.policy, accountState, now)
        call.rate = keyIsNearer
          ? rateStandingOf(ofKeys.policy, keyState, now)
          : rateStandingOf(ofAccounts.policy, accountState, now)
        return undefined
      }

      const shareRate = Effect.fnUntraced(function* ({ policy, buckets }: RateBuckets) {
        const collected = buckets.collect(clock(), policy.perSecond / UNSHARED_PARTS)
        if (collected.length === 0) return
        const states = yield* store.take(policy, collected)
        const now = clock()
        for (const { key, millisUntilFull } of states) buckets.applySharedState(key, now + millisUntilFull, now)
      })

      const charge = ({ accountId, keyId }: CallRecord, tokens: number): void => {
        if (accountId === undefined || keyId === undefined) return
        const now = clock()
        ofKeys.buckets.charge(keyId, now, tokens)
        ofAccounts.buckets.charge(accountId, now, tokens)
      }

      return CallRates.of({
        take,
        charge,
        share: Effect.forEach([ofKeys, ofAccounts], shareRate, { discard: true }).pipe(
          // Each server then limits by its own counts.
          Effect.catch((error) =>
            logRepeatedFault(
              "Warn",
              "The call rates could not be exchanged with other servers; this server limits by its own counts until the next exchange in 1 s.",
              error
            )
          )
        )
      })
    })
  )

  static readonly layer = Layer.tap(CallRates.layerUnshared, (context) =>
    Effect.forkScoped(Effect.repeat(Context.get(context, CallRates).share, Schedule.spaced(SHARING_INTERVAL)))
  )
}
