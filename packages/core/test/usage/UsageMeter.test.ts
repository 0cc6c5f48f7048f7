import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { AccountId } from "../../src/accounts/Account.ts"
import { StorageError } from "../../src/faults/StorageError.ts"
import { Credits } from "../../src/usage/Credits.ts"
import { type UsageCount, UsageStore } from "../../src/usage/Usage.ts"
import { FLUSH_INTERVAL, UsageMeter } from "../../src/usage/UsageMeter.ts"

const ACCOUNT = AccountId.make(`acc_${"0".repeat(26)}`)
const cost = (credits: number) => Credits.make(credits)

/** A store that keeps what it is given, and refuses while it is `away`. */
const makeStore = () => {
  const state: { away: boolean; batches: Array<ReadonlyArray<UsageCount>> } = { away: false, batches: [] }
  const layer = Layer.succeed(UsageStore, {
    add: (counts) =>
      state.away
        ? Effect.fail(new StorageError({ operation: "UsageStore.add", reason: "unavailable", cause: "away" }))
        : Effect.sync(() => void state.batches.push(counts)),
    list: () => Effect.succeed([]),
    debit: () => Effect.void,
    currentPeriod: () => Effect.succeed(Option.none()),
    periods: () => Effect.succeed([])
  })
  const stored = () =>
    state.batches.flat().map(({ day, operation, calls, credits }) => [String(day), operation, calls, Number(credits)])
  return { state, stored, layer: Layer.provide(UsageMeter.layer, layer) }
}

const count = (operation: string, credits: number) =>
  Effect.flatMap(UsageMeter, (meter) => meter.count(ACCOUNT, operation, cost(credits)))

describe("the usage meter", () => {
  it.effect("stores within one interval what many calls at once came to", () => {
    const { stored, layer } = makeStore()
    return Effect.gen(function* () {
      const calls = Array.from({ length: 1000 }, (_, n) => (n % 4 === 0 ? count("b", 0) : count("a", 3)))
      yield* Effect.all(calls, { concurrency: "unbounded" })
      yield* TestClock.adjust(FLUSH_INTERVAL)
      assert.deepStrictEqual(stored(), [
        ["1970-01-01", "b", 250, 0],
        ["1970-01-01", "a", 750, 2250]
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("counts a call on the day (UTC) on which it was made", () => {
    const { stored, layer } = makeStore()
    const lastOfFebruary = Date.UTC(2026, 1, 28, 23, 59, 59, 999)
    const counted = Effect.gen(function* () {
      yield* count("a", 1)
      yield* TestClock.adjust(1)
      yield* count("a", 1)
      yield* (yield* UsageMeter).flush
      assert.sameDeepMembers(stored(), [
        ["2026-02-28", "a", 1, 1],
        ["2026-03-01", "a", 1, 1]
      ])
    })
    // The clock is set first: a meter that ran meanwhile would flush every second of the years between.
    return Effect.andThen(TestClock.setTime(lastOfFebruary), Effect.provide(counted, layer))
  })

  it.effect("keeps what a store that is away did not take, and stores it once, with what came since", () => {
    const { state, stored, layer } = makeStore()
    return Effect.gen(function* () {
      const meter = yield* UsageMeter
      yield* count("a", 1)
      state.away = true
      yield* meter.flush
      yield* count("a", 2)
      yield* meter.flush
      state.away = false
      yield* meter.flush
      yield* meter.flush
      assert.deepStrictEqual(stored(), [["1970-01-01", "a", 2, 3]])
    }).pipe(Effect.provide(layer))
  })

  it.effect("stores what is left when it ends", () => {
    const { stored, layer } = makeStore()
    return Effect.gen(function* () {
      yield* Effect.provide(count("a", 1), layer)
      assert.deepStrictEqual(stored(), [["1970-01-01", "a", 1, 1]])
    })
  })
})
