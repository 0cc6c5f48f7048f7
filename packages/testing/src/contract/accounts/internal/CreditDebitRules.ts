import { assert } from "@effect/vitest"
import { monthOf, remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { Effect, Option, Result, Schema } from "effect"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../../suite/Assertions.ts"
import { property, rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"

const credits = (amount: number): Credits => Credits.make(amount)
const granted = (amount: number) => ({ monthlyCredits: Option.some(amount) })

const intBetween = (minimum: number, maximum: number) =>
  Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))

const DebitInput = Schema.Struct({
  grant: intBetween(0, 500),
  topUps: Schema.Array(intBetween(0, 100)).pipe(Schema.check(Schema.isMaxLength(5))),
  debits: Schema.Array(intBetween(0, 100)).pipe(Schema.check(Schema.isMaxLength(30)))
})

/** Registers the rules of debits. */
export const debitRules = <E>(layer: StorageLayer<E>): void => {
  property(
    layer,
    "concurrent debits and top-ups never overdraw, and each debits all its credits or none",
    DebitInput,
    ({ grant, topUps, debits }) =>
      Effect.gen(function* () {
        const store = yield* UsageStore
        const account = yield* storeAccount(1, granted(grant))
        const [results] = yield* Effect.all(
          [
            Effect.forEach(debits, (amount) => Effect.result(store.debit(account.id, credits(amount), SAMPLE_TIME)), {
              concurrency: "unbounded"
            }),
            Effect.forEach(topUps, (amount) => store.topUp(account.id, credits(amount), SAMPLE_TIME), {
              concurrency: "unbounded"
            })
          ],
          { concurrency: "unbounded" }
        )
        const total = topUps.reduce((sum, amount) => sum + amount, grant)
        const debited = results.map((result, index) => (Result.isSuccess(result) ? (debits[index] ?? 0) : 0))
        const consumed = debited.reduce((sum, amount) => sum + amount, 0)
        const period = Option.getOrThrow(yield* store.currentPeriod(account.id, SAMPLE_TIME))
        assert.strictEqual(period.consumed, consumed)
        assert.isAtMost(consumed, total)
        assert.strictEqual(remainingCredits(period), total - consumed)
        assert.strictEqual(period.granted, grant)
        if (topUps.length > 0) return
        for (const [index, result] of results.entries()) {
          if (Result.isFailure(result))
            assert.isAbove(debits[index] ?? 0, total - consumed, "rejected although the credits suffice")
        }
      })
  )

  rule(
    layer,
    "a debit of exactly the remaining credits succeeds, and a larger one is rejected with the remaining credits",
    () =>
      Effect.gen(function* () {
        const store = yield* UsageStore
        const account = yield* storeAccount(1, granted(10))
        yield* store.debit(account.id, credits(4), SAMPLE_TIME)
        const error = yield* assertFailsWith(store.debit(account.id, credits(7), SAMPLE_TIME), "CreditsExhausted")
        assertSame([error.accountId, error.needed, error.remaining], [account.id, credits(7), credits(6)])
        assertSame(error.periodEndsAt, Option.some(monthOf(SAMPLE_TIME).endsAt))
        yield* store.debit(account.id, credits(6), SAMPLE_TIME)
        yield* assertFailsWith(store.debit(account.id, credits(1), SAMPLE_TIME), "CreditsExhausted")
      })
  )

  rule(layer, "without a monthly grant every debit is rejected, except one of 0 credits", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1)
      const error = yield* assertFailsWith(store.debit(account.id, credits(1), SAMPLE_TIME), "CreditsExhausted")
      assertSame([error.remaining, error.periodEndsAt], [credits(0), Option.none()])
      yield* store.debit(account.id, credits(0), SAMPLE_TIME)
      assert.deepStrictEqual(yield* store.periods(account.id), [])
    })
  )

  rule(layer, "a debit of one account does not change another account", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const [account, other] = [yield* storeAccount(1, granted(10)), yield* storeAccount(2, granted(10))]
      yield* store.debit(account.id, credits(10), SAMPLE_TIME)
      yield* store.debit(other.id, credits(10), SAMPLE_TIME)
      const period = Option.getOrThrow(yield* store.currentPeriod(other.id, SAMPLE_TIME))
      assert.strictEqual(remainingCredits(period), 0)
    })
  )
}
