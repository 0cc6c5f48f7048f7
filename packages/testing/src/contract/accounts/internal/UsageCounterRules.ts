import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import { Credits } from "@landfall/core/usage/Credits"
import { isNewBatch, METER_RETENTION_DAYS, UsageCount, UsageStore } from "@landfall/core/usage/Usage"
import { sumFigures, type UsageWindow } from "@landfall/core/usage/UsageFigures"
import { DateTime, Effect, Option, Schema } from "effect"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertSame } from "../../suite/Assertions.ts"
import { property, rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"

const hourOf = (iso: string): Instant => Instant.make(DateTime.makeUnsafe(iso).epochMilliseconds)

const FIRST_HOUR = hourOf("2026-02-28T22:00:00Z")

const intBetween = (minimum: number, maximum: number) =>
  Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))

const CountInput = Schema.Struct({
  hour: intBetween(0, 4),
  operation: Schema.Literals(["endpoints.create", "endpoints.list", "Endpoints.list", "unmatched"]),
  successCalls: intBetween(0, 1000),
  clientErrorCalls: intBetween(0, 1000),
  serverErrorCalls: intBetween(0, 1000),
  credits: intBetween(0, 1000)
})
const Batches = Schema.Array(Schema.Array(CountInput).pipe(Schema.check(Schema.isMaxLength(20)))).pipe(
  Schema.check(Schema.isMaxLength(10))
)
const WindowInput = Schema.Struct({ batches: Batches, from: intBetween(-1, 5), to: intBetween(-1, 5) })

const countOf = (account: Account, { hour, credits, ...count }: typeof CountInput.Type): UsageCount =>
  new UsageCount({
    ...count,
    accountId: account.id,
    hour: Instant.make(FIRST_HOUR + hour * HOUR_MILLIS),
    credits: Credits.make(credits)
  })

/** The sums of counts by a key, in the order of the keys. */
const sumsBy = (counts: ReadonlyArray<UsageCount>, keyOf: (count: UsageCount) => string) =>
  [...Map.groupBy(counts, keyOf)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, of]) => ({ key, ...sumFigures(of) }))

const EVERYTHING: UsageWindow = { from: Option.none(), to: Option.none() }

/** Registers the rules of usage counters. */
export const counterRules = <E>(layer: StorageLayer<E>): void => {
  property(
    layer,
    "concurrent counts add up exactly, by month and by operation, in every window",
    WindowInput,
    (input) =>
      Effect.gen(function* () {
        const store = yield* UsageStore
        const account = yield* storeAccount(1)
        const batches = input.batches.map((batch) => batch.map((count) => countOf(account, count)))
        yield* Effect.forEach(batches, store.add, { concurrency: "unbounded" })
        const bound = (hours: number) =>
          hours < 0 ? Option.none<Instant>() : Option.some(Instant.make(FIRST_HOUR + hours * HOUR_MILLIS))
        const window = { from: bound(input.from), to: bound(input.to) }
        const counted = batches
          .flat()
          .filter(
            ({ hour }) =>
              hour >= Option.getOrElse(window.from, () => 0) &&
              hour < Option.getOrElse(window.to, () => Number.MAX_SAFE_INTEGER)
          )
        const months = yield* store.monthlyUsage(account.id, window)
        assertSame(
          months.map(({ month, ...figures }) => ({ key: month, ...figures })),
          sumsBy(counted, ({ hour }) => isoOf(hour).slice(0, 7))
        )
        const operations = yield* store.operationUsage(account.id, window)
        assertSame(
          operations.map(({ operation, ...figures }) => ({ key: operation, ...figures })),
          sumsBy(counted, ({ operation }) => operation)
        )
      })
  )

  rule(layer, "a batch counts once, however often and however concurrently it is stored", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1)
      const batchOf = (meterId: string, number: number) => ({
        meterId,
        number,
        counts: [countOf(account, oneCall), countOf(account, { ...oneCall, hour: 1, credits: 3 })]
      })
      const calls = Effect.map(store.monthlyUsage(account.id, EVERYTHING), (months) =>
        months.map(({ successCalls, credits }) => [successCalls, credits])
      )
      const first = batchOf("meter-1", 1)
      yield* Effect.forEach([first, first, first], (batch) => store.addBatch(batch, SAMPLE_TIME), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(yield* calls, [[2, 3]])
      yield* store.addBatch(batchOf("meter-1", 2), SAMPLE_TIME)
      yield* store.addBatch(batchOf("meter-2", 1), SAMPLE_TIME)
      assert.deepStrictEqual(yield* calls, [[6, 9]], "other batches and other meters count")
      for (const batch of [first, batchOf("meter-1", 2), batchOf("meter-2", 1)])
        yield* store.addBatch(batch, DateTime.add(SAMPLE_TIME, { days: METER_RETENTION_DAYS }))
      assert.deepStrictEqual(yield* calls, [[6, 9]])
    })
  )

  rule(layer, "of batches in any order, those count that are new", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1)
      let [last, counted] = [0, 0]
      for (const number of [1, 3, 2, 3, 7, 1, 8]) {
        const batch = { meterId: "meter", number, counts: [countOf(account, oneCall)] }
        yield* store.addBatch(batch, SAMPLE_TIME)
        if (isNewBatch(batch, last)) [last, counted] = [number, counted + 1]
        const [month] = yield* store.monthlyUsage(account.id, EVERYTHING)
        assert.strictEqual(month?.successCalls, counted, `after batch ${number}`)
      }
      assert.strictEqual(counted, 4)
    })
  )

  rule(layer, "the batches of a meter that has stopped are deleted after the retention", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1)
      const batchOf = (meterId: string) => ({ meterId, number: 1, counts: [countOf(account, oneCall)] })
      yield* store.addBatch(batchOf("ended"), SAMPLE_TIME)
      const later = DateTime.add(SAMPLE_TIME, { days: METER_RETENTION_DAYS, milliseconds: 1 })
      yield* store.addBatch(batchOf("started"), later)
      yield* store.addBatch(batchOf("ended"), later)
      const months = yield* store.monthlyUsage(account.id, EVERYTHING)
      assert.deepStrictEqual(
        months.map(({ successCalls }) => successCalls),
        [3]
      )
    })
  )

  rule(layer, "a window includes its first hour and not the hour at its end", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const account = yield* storeAccount(1)
      yield* store.add([0, 1, 2].map((hour) => countOf(account, { ...oneCall, hour })))
      const calls = (from: number, to: number) =>
        Effect.map(
          store.operationUsage(account.id, {
            from: Option.some(Instant.make(FIRST_HOUR + from * HOUR_MILLIS)),
            to: Option.some(Instant.make(FIRST_HOUR + to * HOUR_MILLIS))
          }),
          (usage) => usage.reduce((sum, { successCalls }) => sum + successCalls, 0)
        )
      assert.deepStrictEqual(
        [yield* calls(0, 2), yield* calls(1, 3), yield* calls(1, 1), yield* calls(3, 9)],
        [2, 2, 0, 0]
      )
    })
  )

  rule(layer, "the counts of an account are its own, and months are those of UTC", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const accounts = [yield* storeAccount(1), yield* storeAccount(2)]
      yield* store.add(accounts.map((account, index) => countOf(account, { ...oneCall, hour: index + 1 })))
      yield* store.add([])
      for (const [index, { id }] of accounts.entries()) {
        const months = yield* store.monthlyUsage(id, EVERYTHING)
        assert.deepStrictEqual(
          months.map(({ month, successCalls }) => [month, successCalls]),
          [[index === 0 ? "2026-02" : "2026-03", 1]]
        )
      }
    })
  )
}

const oneCall: typeof CountInput.Type = {
  hour: 0,
  operation: "endpoints.list",
  successCalls: 1,
  clientErrorCalls: 0,
  serverErrorCalls: 0,
  credits: 0
}
