import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Result, Schema } from "effect"
import { totalCredits } from "../../src/usage/ConsumptionPeriod.ts"
import { Credits } from "../../src/usage/Credits.ts"
import { applyDebits, type Debit, debitsWithoutPeriod } from "../../src/usage/Debit.ts"
import { accountIdOf, periodOf } from "./Periods.ts"

const MARCH: DateTime.Utc = DateTime.makeUnsafe("2026-03-01T00:00:00Z")
const APRIL: DateTime.Utc = DateTime.makeUnsafe("2026-04-01T00:00:00Z")

const debitOf = (account: number, credits: number, at = MARCH): Debit => ({
  accountId: accountIdOf(account),
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

describe("debits that are applied together", () => {
  it.effect.prop("have the results of single debits one after another, and never overdraw", [Spending], ([spending]) =>
    Effect.sync(() => {
      const periods = spending.grants.flatMap((granted, account) => [
        periodOf(account, MARCH, granted),
        periodOf(account, APRIL, granted)
      ])
      const debits = spending.debits.map(({ account, credits, later }) =>
        debitOf(account, credits, later ? APRIL : MARCH)
      )

      let openPeriods = periods
      const alone = debits.map((debit) => {
        const { outcomes, changedPeriods } = applyDebits(openPeriods, [debit])
        openPeriods = openPeriods.map(
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
        assert.isAtMost(changed.consumed, totalCredits(changed))
        assert.strictEqual(
          changed.consumed,
          openPeriods.find(
            ({ accountId, startsAt }) => accountId === changed.accountId && startsAt === changed.startsAt
          )?.consumed
        )
      }
    })
  )

  it("are applied in the given order: one beyond the remaining credits is rejected, and a later smaller one is paid", () => {
    const { outcomes, changedPeriods } = applyDebits(
      [periodOf(1, MARCH, 10, { consumed: 2 })],
      [debitOf(1, 5), debitOf(1, 4), debitOf(1, 3), debitOf(1, 0)]
    )
    assert.deepStrictEqual(outcomes.map(Result.isSuccess), [true, false, true, true])
    const rejected = outcomes[1]
    if (rejected === undefined || Result.isSuccess(rejected)) return assert.fail("the second debit was paid")
    assert.strictEqual(rejected.failure.remaining, 3)
    assert.deepStrictEqual(rejected.failure.periodEndsAt, Option.some(APRIL))
    assert.deepStrictEqual(
      changedPeriods.map(({ consumed }) => consumed),
      [Credits.make(10)]
    )
  })

  it("notify the lowest level that they reach together, once", () => {
    const first = applyDebits([periodOf(1, MARCH, 100, { consumed: 70 })], [debitOf(1, 10), debitOf(1, 15)])
    assert.deepStrictEqual(
      first.notices.map(({ level, period }) => [level, period.consumed]),
      [[5, Credits.make(95)]]
    )
    assert.deepStrictEqual(applyDebits(first.changedPeriods, [debitOf(1, 1)]).notices, [])
  })

  it("of a period whose credits were carried over are taken from the next one", () => {
    const [march, april] = [periodOf(1, MARCH, 10, { carriedOver: true }), periodOf(1, APRIL, 15)]
    const { changedPeriods } = applyDebits([march, april], [debitOf(1, 4)])
    assert.deepStrictEqual(
      changedPeriods.map(({ startsAt, consumed }) => [startsAt, Number(consumed)]),
      [[APRIL, 4]]
    )
  })

  it("are rejected outside all periods, with no credits left", () => {
    const periods = [periodOf(1, MARCH, 10)]
    const debits = [debitOf(1, 1, APRIL), debitOf(2, 1)]
    const { outcomes, changedPeriods } = applyDebits(periods, debits)
    assert.deepStrictEqual(outcomes.map(Result.isFailure), [true, true])
    assert.deepStrictEqual(changedPeriods, [])
    assert.deepStrictEqual(debitsWithoutPeriod(periods, [debitOf(1, 1), ...debits]), debits)
  })
})
