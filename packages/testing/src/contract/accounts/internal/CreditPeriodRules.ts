import { assert } from "@effect/vitest"
import { AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { monthOf, remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { Credits, MAX_PERIOD_CREDITS } from "@landfall/core/usage/Credits"
import { CarryOver } from "@landfall/core/usage/PeriodOpening"
import { UsageStore } from "@landfall/core/usage/Usage"
import { DateTime, Effect, Layer, Option, Result, Schema } from "effect"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../../suite/Assertions.ts"
import { property, rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"

const utc = (iso: string): DateTime.Utc => DateTime.makeUnsafe(iso)
const credits = (amount: number): Credits => Credits.make(amount)
const granted = (amount: number) => ({ monthlyCredits: Option.some(amount) })

const intBetween = (minimum: number, maximum: number) =>
  Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))

const Instants = intBetween(
  utc("2019-12-01T00:00:00Z").epochMilliseconds,
  utc("2033-02-01T00:00:00Z").epochMilliseconds
)

/** Registers the rules of credit periods and top-ups. */
export const periodRules = <E>(layer: StorageLayer<E>): void => {
  property(layer, "the period of an instant is its month in UTC, with the monthly grant", Instants, (millis) =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1, granted(25))
      const at: DateTime.Utc = DateTime.makeUnsafe(millis)
      const period = Option.getOrThrow(yield* store.currentPeriod(account.id, at))
      assert.isTrue(period.startsAt.epochMilliseconds <= millis && millis < period.endsAt.epochMilliseconds)
      const { startsAt, endsAt } = monthOf(at)
      assertSame([period.accountId, period.startsAt, period.endsAt], [account.id, startsAt, endsAt])
      assertSame([period.granted, period.toppedUp, period.consumed], [credits(25), credits(0), credits(0)])
      assertSame(yield* store.currentPeriod(account.id, at), Option.some(period))
      assertSame(yield* store.periods(account.id), [period])
    })
  )

  rule(layer, "a month ends with its last millisecond, in December and in February of leap and common years", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1, granted(1))
      for (const [last, first, endsAt] of [
        ["2026-02-28T23:59:59.999Z", "2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"],
        ["2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z"],
        ["2028-02-29T23:59:59.999Z", "2028-03-01T00:00:00.000Z", "2028-04-01T00:00:00.000Z"]
      ] as const) {
        yield* store.debit(account.id, credits(1), utc(last))
        yield* assertFailsWith(store.debit(account.id, credits(1), utc(last)), "CreditsExhausted")
        const next = Option.getOrThrow(yield* store.currentPeriod(account.id, utc(first)))
        assertSame([next.startsAt, next.endsAt, next.consumed], [utc(first), utc(endsAt), credits(0)])
        yield* store.debit(account.id, credits(1), utc(first))
      }
    })
  )

  rule(layer, "concurrent calls create the period of a month once", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1, granted(100))
      const operations = [
        Effect.asVoid(store.currentPeriod(account.id, SAMPLE_TIME)),
        store.debit(account.id, credits(1), SAMPLE_TIME)
      ]
      yield* Effect.all(Array.from({ length: 20 }, () => operations).flat(), { concurrency: "unbounded" })
      const periods = yield* store.periods(account.id)
      assert.deepStrictEqual(
        periods.map((period) => period.consumed),
        [credits(20)]
      )
    })
  )

  rule(layer, "without a monthly grant there is no period", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1)
      assert.isTrue(Option.isNone(yield* store.currentPeriod(account.id, SAMPLE_TIME)))
      assert.deepStrictEqual(yield* store.periods(account.id), [])
    })
  )

  rule(layer, "a changed grant applies from the next month", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1, granted(10))
      yield* store.currentPeriod(account.id, SAMPLE_TIME)
      yield* (yield* AccountStore).change(account.id, { monthlyCredits: Option.some(99) })
      const grants = [
        Option.getOrThrow(yield* store.currentPeriod(account.id, SAMPLE_TIME)).granted,
        Option.getOrThrow(yield* store.currentPeriod(account.id, utc("2026-04-15T00:00:00Z"))).granted
      ]
      assert.deepStrictEqual(grants, [credits(10), credits(99)])
    })
  )

  rule(layer, "the periods of an account are listed newest first", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const [account, other] = [yield* storeAccount(1, granted(1)), yield* storeAccount(2, granted(1))]
      yield* store.currentPeriod(other.id, SAMPLE_TIME)
      for (const at of ["2026-04-01T00:00:00Z", "2025-12-31T00:00:00Z", "2026-03-31T00:00:00Z"]) {
        yield* store.currentPeriod(account.id, utc(at))
      }
      const starts = (yield* store.periods(account.id)).map((period) => DateTime.formatIso(period.startsAt))
      assert.deepStrictEqual(starts, [
        "2026-04-01T00:00:00.000Z",
        "2026-03-01T00:00:00.000Z",
        "2025-12-01T00:00:00.000Z"
      ])
    })
  )

  rule(layer, "every period has another id, a UUID that never changes", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const [account, other] = [yield* storeAccount(1, granted(10)), yield* storeAccount(2, granted(10))]
      yield* store.debit(account.id, credits(1), SAMPLE_TIME)
      const first = Option.getOrThrow(yield* store.currentPeriod(account.id, SAMPLE_TIME)).id
      const others = [
        Option.getOrThrow(yield* store.currentPeriod(account.id, utc("2026-04-15T00:00:00Z"))).id,
        Option.getOrThrow(yield* store.currentPeriod(other.id, SAMPLE_TIME)).id
      ]
      assert.strictEqual(new Set([first, ...others]).size, 3)
      yield* store.debit(account.id, credits(1), SAMPLE_TIME)
      yield* store.topUp(account.id, credits(5), SAMPLE_TIME)
      assert.strictEqual(Option.getOrThrow(yield* store.currentPeriod(account.id, SAMPLE_TIME)).id, first)
    })
  )

  rule(layer, "a top-up raises the remaining credits immediately, and never the granted ones", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1, granted(10))
      yield* store.debit(account.id, credits(10), SAMPLE_TIME)
      yield* assertFailsWith(store.debit(account.id, credits(1), SAMPLE_TIME), "CreditsExhausted")
      const after = yield* store.topUp(account.id, credits(7), SAMPLE_TIME)
      assertSame([remainingCredits(after), after.granted], [credits(7), credits(10)])
      assertSame(yield* store.currentPeriod(account.id, SAMPLE_TIME), Option.some(after))
      yield* store.debit(account.id, credits(7), SAMPLE_TIME)
      yield* assertFailsWith(store.debit(account.id, credits(1), SAMPLE_TIME), "CreditsExhausted")
    })
  )

  rule(layer, "a top-up opens the period of an account without a monthly grant", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1)
      const period = yield* store.topUp(account.id, credits(3), SAMPLE_TIME)
      assertSame([period.granted, remainingCredits(period)], [credits(0), credits(3)])
      yield* store.debit(account.id, credits(3), SAMPLE_TIME)
      yield* assertFailsWith(store.debit(account.id, credits(1), utc("2026-04-01T00:00:00Z")), "CreditsExhausted")
    })
  )

  rule(layer, "a top-up of an unknown account, or beyond what a period can hold, is rejected and changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1, granted(10))
      yield* assertFailsWith(store.topUp(AccountId.make("acc_unknown"), credits(1), SAMPLE_TIME), "AccountNotFound")
      const error = yield* assertFailsWith(
        store.topUp(account.id, credits(MAX_PERIOD_CREDITS), SAMPLE_TIME),
        "TopUpTooLarge"
      )
      assert.strictEqual(error.largest, MAX_PERIOD_CREDITS - 10)
      assert.deepStrictEqual(yield* store.periods(account.id), [])
    })
  )

  const carryingOver = Layer.provide(layer, Layer.succeed(CarryOver, true))

  rule(carryingOver, "with carry-over, unused credits move to the next period and are debited there only", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1, granted(100))
      const april = utc("2026-04-01T00:00:00Z")
      yield* store.debit(account.id, credits(70), SAMPLE_TIME)
      yield* store.topUp(account.id, credits(5), SAMPLE_TIME)
      const opened = Option.getOrThrow(yield* store.currentPeriod(account.id, april))
      assertSame([opened.granted, remainingCredits(opened)], [credits(135), credits(135)])
      // A debit of March that arrives late is taken from April, where its credits are.
      yield* store.debit(account.id, credits(135), SAMPLE_TIME)
      yield* assertFailsWith(store.debit(account.id, credits(1), SAMPLE_TIME), "CreditsExhausted")
      yield* assertFailsWith(store.debit(account.id, credits(1), april), "CreditsExhausted")
      const [newest, before] = yield* store.periods(account.id)
      assertSame([newest?.consumed, before?.consumed, before?.carriedOver], [credits(135), credits(70), true])
    })
  )

  rule(carryingOver, "with carry-over, concurrent calls in a new month carry the credits over once", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1, granted(50))
      yield* store.debit(account.id, credits(20), SAMPLE_TIME)
      const calls = Array.from({ length: 40 }, (_, n) =>
        Effect.result(store.debit(account.id, credits(3), n % 4 === 0 ? SAMPLE_TIME : utc("2026-05-02T00:00:00Z")))
      )
      const results = yield* Effect.all(calls, { concurrency: "unbounded" })
      // March has 30 credits left for its 10 debits, before and after the rest is carried over.
      assert.isTrue(results.every(Result.isSuccess))
      const periods = yield* store.periods(account.id)
      assert.strictEqual(periods.length, 3)
      const [may, april, march] = periods.map(({ granted: initial, consumed }) => ({ initial, consumed }))
      assert.strictEqual((may?.consumed ?? 0) + (march?.consumed ?? 0), 20 + 40 * 3)
      assert.strictEqual(april?.consumed, 0)
      assert.strictEqual(may?.initial, 3 * 50 - (march?.consumed ?? 0))
    })
  )
}
