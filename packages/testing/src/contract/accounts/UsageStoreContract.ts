import { assert, describe } from "@effect/vitest"
import { Account, AccountStore } from "@landfall/core/accounts/Account"
import { monthOf, remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageCount, UsageDay, UsageStore } from "@landfall/core/usage/Usage"
import { DateTime, Effect, Option, Result, Schema } from "effect"
import { SAMPLE_TIME } from "../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount } from "../suite/StoredSamples.ts"

const utc = (iso: string): DateTime.Utc => DateTime.makeUnsafe(iso)
const credits = (amount: number): Credits => Credits.make(amount)
const day = (text: string): UsageDay => UsageDay.make(text)
const granted = (amount: number) => ({ monthlyCredits: Option.some(amount) })

const intBetween = (minimum: number, maximum: number) =>
  Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))

const Days = Schema.Literals(["2026-02-28", "2026-03-01", "2026-03-02"])
const Operations = Schema.Literals(["POST /endpoint", "GET /endpoint", "get /endpoint", "GET /endpoint/{id}"])
const CountInput = Schema.Struct({
  day: Days,
  operation: Operations,
  calls: intBetween(0, 1000),
  credits: intBetween(0, 1000)
})
const Batches = Schema.Array(Schema.Array(CountInput).pipe(Schema.check(Schema.isMaxLength(20)))).pipe(
  Schema.check(Schema.isMaxLength(10))
)

const codePointOrder = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** The sums of counts by day and operation, in the order of the list. */
const sumCounts = (account: Account, counts: ReadonlyArray<typeof CountInput.Type>): Array<UsageCount> => {
  const sums = new Map<string, UsageCount>()
  for (const count of counts) {
    const key = `${count.day} ${count.operation}`
    const known = sums.get(key)
    const sum = new UsageCount({
      accountId: account.id,
      day: day(count.day),
      operation: count.operation,
      calls: count.calls + (known?.calls ?? 0),
      credits: credits(count.credits + (known?.credits ?? 0))
    })
    sums.set(key, sum)
  }
  return [...sums.entries()].toSorted(([a], [b]) => codePointOrder(a, b)).map(([, sum]) => sum)
}

const countOf = (account: Account, count: typeof CountInput.Type): UsageCount =>
  new UsageCount({ ...count, accountId: account.id, day: day(count.day), credits: credits(count.credits) })

const counterRules = <E>(layer: StorageLayer<E>): void => {
  property(layer, "concurrent counts add up exactly, by day and operation", Batches, (batches) =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1)
      yield* Effect.forEach(batches, (batch) => store.add(batch.map((count) => countOf(account, count))), {
        concurrency: "unbounded"
      })
      const stored = yield* store.list(account.id, day("2026-02-28"), day("2026-03-02"))
      assertSame(stored, sumCounts(account, batches.flat()))
    })
  )

  rule(layer, "a list includes its first and its last day, and no other days", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1)
      const counts = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"].map(
        (text) =>
          new UsageCount({ accountId: account.id, day: day(text), operation: "a", calls: 1, credits: credits(2) })
      )
      yield* store.add(counts)
      assertSame(yield* store.list(account.id, day("2026-02-28"), day("2026-03-01")), counts.slice(1, 3))
      assertSame(yield* store.list(account.id, day("2026-03-02"), day("2026-03-02")), counts.slice(3))
      assertSame(yield* store.list(account.id, day("2026-03-02"), day("2026-03-01")), [])
    })
  )

  rule(layer, "one batch can contain counts of several accounts", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const accounts = [yield* storeAccount(1), yield* storeAccount(2)]
      const today = day("2026-03-01")
      const counts = accounts.map(
        ({ id }, index) =>
          new UsageCount({ accountId: id, day: today, operation: "a", calls: index + 1, credits: credits(0) })
      )
      yield* store.add(counts)
      yield* store.add([])
      for (const [index, { id }] of accounts.entries()) {
        assertSame(
          yield* store.list(id, today, today),
          counts.filter((_, position) => position === index)
        )
      }
    })
  )
}

const DebitInput = Schema.Struct({
  grant: intBetween(0, 500),
  debits: Schema.Array(intBetween(0, 100)).pipe(Schema.check(Schema.isMaxLength(30)))
})

const debitRules = <E>(layer: StorageLayer<E>): void => {
  property(
    layer,
    "concurrent debits never overdraw, and each debits all its credits or none",
    DebitInput,
    ({ grant, debits }) =>
      Effect.gen(function* () {
        const store = yield* UsageStore
        const account = yield* storeAccount(1, granted(grant))
        const results = yield* Effect.forEach(
          debits,
          (amount) => Effect.result(store.debit(account.id, credits(amount), SAMPLE_TIME)),
          { concurrency: "unbounded" }
        )
        const debited = results.map((result, index) => (Result.isSuccess(result) ? (debits[index] ?? 0) : 0))
        const consumed = debited.reduce((sum, amount) => sum + amount, 0)
        const period = Option.getOrThrow(yield* store.currentPeriod(account.id, SAMPLE_TIME))
        assert.strictEqual(period.consumed, consumed)
        assert.isAtMost(consumed, grant)
        const remaining = grant - consumed
        for (const [index, result] of results.entries()) {
          if (Result.isFailure(result))
            assert.isAbove(debits[index] ?? 0, remaining, "rejected although the credits suffice")
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
        yield* store.debit(account.id, credits(6), SAMPLE_TIME)
        yield* assertFailsWith(store.debit(account.id, credits(1), SAMPLE_TIME), "CreditsExhausted")
      })
  )

  rule(layer, "without a monthly grant every debit is rejected, except one of 0 credits", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1)
      const error = yield* assertFailsWith(store.debit(account.id, credits(1), SAMPLE_TIME), "CreditsExhausted")
      assert.strictEqual(error.remaining, 0)
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

const Instants = intBetween(
  utc("2019-12-01T00:00:00Z").epochMilliseconds,
  utc("2033-02-01T00:00:00Z").epochMilliseconds
)

const periodRules = <E>(layer: StorageLayer<E>): void => {
  property(layer, "the period of an instant is its month in UTC, with the monthly grant", Instants, (millis) =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1, granted(25))
      const at: DateTime.Utc = DateTime.makeUnsafe(millis)
      const period = Option.getOrThrow(yield* store.currentPeriod(account.id, at))
      assert.isTrue(period.startsAt.epochMilliseconds <= millis && millis < period.endsAt.epochMilliseconds)
      assertSame({ ...period }, { accountId: account.id, ...monthOf(at), granted: credits(25), consumed: credits(0) })
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
      yield* (yield* AccountStore).update(new Account({ ...account, monthlyCredits: Option.some(99) }))
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
}

/** Registers the contract of `UsageStore`. */
export const usageStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`UsageStore on ${name}`, () => {
    counterRules(layer)
    debitRules(layer)
    periodRules(layer)
  })
}
