import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Result, Schema } from "effect"
import { AccountId } from "../../src/accounts/Account.ts"
import { ConsumptionPeriod, monthOf } from "../../src/usage/ConsumptionPeriod.ts"
import { Credits } from "../../src/usage/Credits.ts"
import { applyDebits, type Debit } from "../../src/usage/Debit.ts"

const MARCH: DateTime.Utc = DateTime.makeUnsafe("2026-03-01T00:00:00Z")
const APRIL: DateTime.Utc = DateTime.makeUnsafe("2026-04-01T00:00:00Z")

const accountOf = (n: number) => AccountId.make(`acc_${String(n).padStart(26, "0")}`)

const periodOf = (account: number, at: DateTime.Utc, granted: number, consumed = 0) =>
  new ConsumptionPeriod({
    accountId: accountOf(account),
    ...monthOf(at),
    granted: Credits.make(granted),
    consumed: Credits.make(consumed)
  })

const debitOf = (account: number, credits: number, at = MARCH): Debit => ({
  accountId: accountOf(account),
  credits: Credits.make(credits),
  at
})

const upTo = (maximum: number) => Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum })))

const Spending = Schema.Struct({
  grants: Schema.Tuple([upTo(300), upTo(300)]),
  debits: Schema.Array(Schema.Struct({ account: upTo(2), credits: upTo(100), later: Schema.Boolean })).pipe(
    Schema.check(Schema.isMaxLength(40))
  )
})

describe("debits that are settled together", () => {
  it.effect.prop("come to what each would alone, one after another, and overdraw nothing", [Spending], ([spending]) =>
    Effect.sync(() => {
      const periods = spending.grants.flatMap((granted, account) => [
        periodOf(account, MARCH, granted),
        periodOf(account, APRIL, granted)
      ])
      const debits = spending.debits.map(({ account, credits, later }) =>
        debitOf(account, credits, later ? APRIL : MARCH)
      )

      let left = periods
      const alone = debits.map((debit) => {
        const { outcomes, changedPeriods } = applyDebits(left, [debit])
        left = left.map(
          (period) =>
            changedPeriods.find(
              ({ accountId, startsAt }) => accountId === period.accountId && startsAt === period.startsAt
            ) ?? period
        )
        return outcomes[0]
      })

      const together = applyDebits(periods, debits)
      assert.deepStrictEqual(together.outcomes.map(String), alone.map(String))
      for (const changed of together.changedPeriods) {
        assert.isAtMost(changed.consumed, changed.granted)
        assert.strictEqual(
          changed.consumed,
          left.find(({ accountId, startsAt }) => accountId === changed.accountId && startsAt === changed.startsAt)
            ?.consumed
        )
      }
    })
  )

  it("are taken in the order given: what is too much for the rest is refused, and what fits after it is paid", () => {
    const { outcomes, changedPeriods } = applyDebits(
      [periodOf(1, MARCH, 10, 2)],
      [debitOf(1, 5), debitOf(1, 4), debitOf(1, 3), debitOf(1, 0)]
    )
    assert.deepStrictEqual(outcomes.map(Result.isSuccess), [true, false, true, true])
    const refused = outcomes[1]
    assert.strictEqual(refused !== undefined && Result.isFailure(refused) ? refused.failure.remaining : -1, 3)
    assert.deepStrictEqual(
      changedPeriods.map(({ consumed }) => consumed),
      [Credits.make(10)]
    )
  })

  it("are refused where no period holds them, with nothing left", () => {
    const { outcomes, changedPeriods } = applyDebits([periodOf(1, MARCH, 10)], [debitOf(1, 1, APRIL), debitOf(2, 1)])
    assert.deepStrictEqual(outcomes.map(Result.isFailure), [true, true])
    assert.deepStrictEqual(changedPeriods, [])
  })
})
