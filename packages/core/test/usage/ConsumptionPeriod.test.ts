import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Result, Schema } from "effect"
import {
  type ConsumptionPeriod,
  decisionThreshold,
  isExpired,
  monthOf,
  periodAt,
  remainingCredits,
  topUp,
  totalCredits
} from "../../src/usage/ConsumptionPeriod.ts"
import { CreditLevel, creditLevelOf } from "../../src/usage/CreditLevel.ts"
import { noticeOfDebit, noticeOfRejection } from "../../src/usage/CreditNotice.ts"
import { Credits, MAX_PERIOD_CREDITS } from "../../src/usage/Credits.ts"
import { periodOf } from "./Periods.ts"

const Instant = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 4e12 })))
const upTo = (maximum: number) => Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum })))

const MARCH: DateTime.Utc = DateTime.makeUnsafe("2026-03-10T00:00:00Z")
const APRIL: DateTime.Utc = DateTime.makeUnsafe("2026-04-10T00:00:00Z")

const topped = (period: ConsumptionPeriod, credits: number) => Result.getOrThrow(topUp(period, Credits.make(credits)))

describe("a credit period", () => {
  it.effect.prop("is the calendar month (UTC) that contains the instant, its end excluded", [Instant], ([millis]) =>
    Effect.sync(() => {
      const instant = DateTime.makeUnsafe(millis)
      const { startsAt, endsAt } = monthOf(instant)
      assert.isTrue(startsAt.epochMilliseconds <= millis && millis < endsAt.epochMilliseconds)
      assert.match(DateTime.formatIso(startsAt), /-01T00:00:00\.000Z$/)
      assert.match(DateTime.formatIso(endsAt), /-01T00:00:00\.000Z$/)
      assert.deepStrictEqual(monthOf(endsAt).startsAt, endsAt)
    })
  )

  it.each([
    ["2026-12-31T23:59:59.999Z", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["2028-02-29T12:00:00.000Z", "2028-02-01T00:00:00.000Z", "2028-03-01T00:00:00.000Z"]
  ])("of %s runs from %s to %s", (instant, from, to) => {
    const { startsAt, endsAt } = monthOf(DateTime.makeUnsafe(instant))
    assert.strictEqual(DateTime.formatIso(startsAt), from)
    assert.strictEqual(DateTime.formatIso(endsAt), to)
  })

  it("expires at its end", () => {
    const period = periodOf(1, MARCH, 10)
    assert.isFalse(isExpired(period, DateTime.makeUnsafe("2026-03-31T23:59:59.999Z")))
    assert.isTrue(isExpired(period, DateTime.makeUnsafe("2026-04-01T00:00:00Z")))
  })

  it("pays debits and receives top-ups until its credits are carried over to the next one", () => {
    const [march, april] = [periodOf(1, MARCH, 10), periodOf(1, APRIL, 20)]
    assert.strictEqual(periodAt([march, april], MARCH), march)
    assert.strictEqual(periodAt([periodOf(1, MARCH, 10, { carriedOver: true }), april], MARCH), april)
    assert.isUndefined(periodAt([march], APRIL))
  })
})

describe("a top-up", () => {
  it("raises the remaining credits and never the initial ones", () => {
    const after = topped(periodOf(1, MARCH, 10, { consumed: 8 }), 5)
    assert.deepStrictEqual([remainingCredits(after), after.granted, after.toppedUp], [7, 10, 5].map(Number))
  })

  it("that exceeds what a period can hold is rejected with the largest that it accepts", () => {
    const rejected = topUp(periodOf(1, MARCH, 10), Credits.make(MAX_PERIOD_CREDITS))
    assert.isTrue(Result.isFailure(rejected) && rejected.failure.largest === MAX_PERIOD_CREDITS - 10)
    assert.strictEqual(totalCredits(topped(periodOf(1, MARCH, 10), MAX_PERIOD_CREDITS - 10)), MAX_PERIOD_CREDITS)
  })

  it("resets exactly the levels that the remaining credits are above", () => {
    const exhausted = periodOf(1, MARCH, 100, { consumed: 100, notifiedLevel: 0 })
    assert.strictEqual(topped(exhausted, 2).notifiedLevel, 5)
    assert.strictEqual(topped(exhausted, 10).notifiedLevel, 20)
    assert.strictEqual(topped(exhausted, 100).notifiedLevel, 100)
    const low = periodOf(1, MARCH, 100, { consumed: 85, notifiedLevel: 20 })
    assert.strictEqual(topped(low, 1).notifiedLevel, 20)
  })
})

describe("the levels of remaining credits", () => {
  it.each([
    [100, 100, 100],
    [21, 100, 100],
    [20, 100, 20],
    [6, 100, 20],
    [5, 100, 5],
    [1, 100, 5],
    [0, 100, 0],
    [1, 3, 100],
    [0, 0, 0]
  ])("are %i of %i: %i", (remaining, total, level) => {
    assert.strictEqual(creditLevelOf(remaining, total), level)
  })

  it("are notified once, the lowest that a debit reaches", () => {
    const low = noticeOfDebit(periodOf(1, MARCH, 100, { consumed: 80 }))
    assert.strictEqual(Option.getOrThrow(low).level, 20)
    assert.isTrue(Option.isNone(noticeOfDebit(Option.getOrThrow(low).period)))
    assert.strictEqual(Option.getOrThrow(noticeOfDebit(periodOf(1, MARCH, 100, { consumed: 100 }))).level, 0)
    assert.isTrue(Option.isNone(noticeOfDebit(periodOf(1, MARCH, 100, { consumed: 79 }))))
  })

  it("are exhausted after a rejection, even if some credits remain", () => {
    const notice = Option.getOrThrow(noticeOfRejection(periodOf(1, MARCH, 100, { consumed: 50 })))
    assert.strictEqual(notice.level, 0)
    assert.isTrue(Option.isNone(noticeOfRejection(notice.period)))
  })

  it.effect.prop(
    "need no decision for exactly the debits that neither notify nor overdraw",
    [upTo(300), upTo(300), upTo(300), upTo(700), CreditLevel],
    ([granted, toppedUp, spent, credits, notifiedLevel]) =>
      Effect.sync(() => {
        const consumed = Math.min(spent, granted + toppedUp)
        const before = periodOf(1, MARCH, granted, { toppedUp, consumed })
        // A level is notified before it is passed.
        const reached = creditLevelOf(remainingCredits(before), totalCredits(before))
        const period = periodOf(1, MARCH, granted, {
          toppedUp,
          consumed,
          notifiedLevel: CreditLevel.literals.findLast((level) => level === reached || level === notifiedLevel) ?? 100
        })
        const needsNone = consumed + credits < decisionThreshold(period)
        const overdraws = credits > remainingCredits(period)
        const notifies =
          !overdraws &&
          Option.isSome(
            noticeOfDebit(
              periodOf(1, MARCH, granted, {
                toppedUp,
                consumed: consumed + credits,
                notifiedLevel: period.notifiedLevel
              })
            )
          )
        if (credits > 0) assert.strictEqual(needsNone, !overdraws && !notifies)
      })
  )
})
