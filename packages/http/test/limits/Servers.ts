import { AccountId } from "@landfall/core/accounts/Account"
import { ApiKeyId } from "@landfall/core/accounts/ApiKey"
import { DEFAULT_LIMITS, Limits, type LimitValues } from "@landfall/core/limits/Limits"
import { SharedBuckets } from "@landfall/core/limits/SharedBuckets"
import { debitTokens } from "@landfall/core/limits/TokenBucket"
import { Clock, Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { newCallRecord } from "../../src/conventions/CallRecord.ts"
import { AddressRates } from "../../src/limits/AddressRates.ts"
import { CallRates } from "../../src/limits/CallRates.ts"
import { Metrics } from "../../src/metrics/Metrics.ts"

/** The buckets of a database in memory. */
export const sharedBuckets = Layer.sync(SharedBuckets, () => {
  const buckets = new Map<string, number>()
  return SharedBuckets.of({
    take: (policy, debit) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        debit.map(({ key, tokens }) => {
          const name = `${policy.name} ${key}`
          const fullAt = debitTokens(policy, buckets.get(name) ?? now, now, tokens)
          buckets.set(name, fullAt)
          return { key, millisUntilFull: fullAt - now }
        })
      )
  })
})

/** Builds so many servers on one database, with these limits. */
export const openServers = Effect.fnUntraced(function* (count: number, changed: Partial<LimitValues>) {
  const database = yield* Layer.build(sharedBuckets)
  const limits = { ...DEFAULT_LIMITS, ...changed }
  const server = Layer.mergeAll(CallRates.layerUnshared, AddressRates.layer).pipe(
    Layer.provide([Metrics.layer, SecureRandom.layerWebCrypto, Layer.succeed(Limits, limits)]),
    Layer.provide(Layer.succeedContext(database))
  )
  return yield* Effect.forEach(Array.from({ length: count }), () =>
    Effect.map(Layer.build(Layer.fresh(server)), (context) => Context.get(context, CallRates))
  )
})

/** A call of an account with a key, both by their numbers. */
export const callOf = (account: number, key = account) => ({
  ...newCallRecord(),
  accountId: AccountId.make(`acc_${account}`),
  keyId: ApiKeyId.make(`key_${key}`)
})

/** Sends so many calls at the same time, and counts those that are admitted. */
export const countAdmitted = (rates: CallRates["Service"], calls: number, account: number, key = account): number =>
  Array.from({ length: calls }).filter(() => rates.take(callOf(account, key), 1) === undefined).length
