import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { AccountId } from "../../src/accounts/Account.ts"
import { StorageError } from "../../src/faults/StorageError.ts"
import { isoOf } from "../../src/time/Instant.ts"
import type { CallOutcome } from "../../src/usage/CallOutcome.ts"
import { Credits } from "../../src/usage/Credits.ts"
import { type UsageBatch, UsageStore } from "../../src/usage/Usage.ts"
import { FLUSH_INTERVAL, UsageMeter } from "../../src/usage/UsageMeter.ts"

const ACCOUNT = AccountId.make(`acc_${"0".repeat(26)}`)
const cost = (credits: number) => Credits.make(credits)

/** `before` the commit the batch is not stored; `after` it, the batch is stored and the response is lost. */
type ConnectionLoss = "never" | "before" | "after"

/** A store that records each batch once, and loses its connection before or after a commit. */
const makeStore = () => {
  const state: { loss: ConnectionLoss; batches: Array<UsageBatch>; received: Array<UsageBatch> } = {
    loss: "never",
    batches: [],
    received: []
  }
  const isStored = ({ meterId, number }: UsageBatch) =>
    state.batches.some((batch) => batch.meterId === meterId && batch.number === number)
  const lost = new StorageError({ operation: "UsageStore.addBatch", reason: "unavailable", cause: "unavailable" })
  const layer = Layer.succeed(UsageStore, {
    add: () => Effect.die("not used"),
    addBatch: (batch) =>
      Effect.suspend(() => {
        state.received.push(batch)
        if (state.loss === "before") return Effect.fail(lost)
        if (!isStored(batch)) state.batches.push(batch)
        return state.loss === "after" ? Effect.fail(lost) : Effect.void
      }),
    monthlyUsage: () => Effect.succeed([]),
    operationUsage: () => Effect.succeed([]),
    debit: () => Effect.void,
    topUp: () => Effect.die("not used"),
    recordRejection: () => Effect.void,
    currentPeriod: () => Effect.succeed(Option.none()),
    periods: () => Effect.succeed([])
  })
  const stored = () =>
    state.batches
      .flatMap(({ counts }) => counts)
      .map(({ hour, operation, successCalls, clientErrorCalls, serverErrorCalls, credits }) => [
        isoOf(hour),
        operation,
        [successCalls, clientErrorCalls, serverErrorCalls],
        Number(credits)
      ])
  return { state, stored, layer: UsageMeter.layer.pipe(Layer.provide([layer, SecureRandom.layerWebCrypto])) }
}

const count = (operation: string, credits: number, outcome: CallOutcome = "success") =>
  Effect.map(UsageMeter, (meter) => meter.count(ACCOUNT, operation, outcome, cost(credits)))

const START = "1970-01-01T00:00:00.000Z"

describe("the usage meter", () => {
  it.effect("stores the sums of many calls by outcome within one interval", () => {
    const { stored, layer } = makeStore()
    return Effect.gen(function* () {
      const calls = Array.from({ length: 1000 }, (_, n) =>
        n % 4 === 0 ? count("b", 0, n % 8 === 0 ? "clientError" : "serverError") : count("a", 3)
      )
      yield* Effect.all(calls, { concurrency: "unbounded" })
      yield* TestClock.adjust(FLUSH_INTERVAL)
      assert.deepStrictEqual(stored(), [
        [START, "b", [0, 125, 125], 0],
        [START, "a", [750, 0, 0], 2250]
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("counts a call in the hour (UTC) in which it was made", () => {
    const { stored, layer } = makeStore()
    const lastOfFebruary = Date.UTC(2026, 1, 28, 23, 59, 59, 999)
    const counted = Effect.gen(function* () {
      yield* count("a", 1)
      yield* TestClock.adjust(1)
      yield* count("a", 1)
      yield* (yield* UsageMeter).flush
      assert.sameDeepMembers(stored(), [
        ["2026-02-28T23:00:00.000Z", "a", [1, 0, 0], 1],
        ["2026-03-01T00:00:00.000Z", "a", [1, 0, 0], 1]
      ])
    })
    // The clock is set before the meter starts, which would otherwise flush in every second of the years between.
    return Effect.andThen(TestClock.setTime(lastOfFebruary), Effect.provide(counted, layer))
  })

  it.effect.each(["before", "after"] as const)(
    "stores counts once when the connection is lost %s the commit, with those of calls made meanwhile",
    (loss) => {
      const { state, stored, layer } = makeStore()
      return Effect.gen(function* () {
        const meter = yield* UsageMeter
        yield* count("a", 1)
        state.loss = loss
        yield* meter.flush
        yield* count("a", 2)
        yield* meter.flush
        yield* count("b", 0, "clientError")
        state.loss = "never"
        yield* meter.flush
        yield* meter.flush
        assert.deepStrictEqual(stored(), [
          [START, "a", [1, 0, 0], 1],
          [START, "a", [1, 0, 0], 2],
          [START, "b", [0, 1, 0], 0]
        ])
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("repeats a batch that failed as it was, and numbers batches from 1", () => {
    const { state, layer } = makeStore()
    return Effect.gen(function* () {
      const meter = yield* UsageMeter
      state.loss = "before"
      yield* count("a", 1)
      yield* meter.flush
      yield* count("a", 2)
      yield* meter.flush
      state.loss = "never"
      yield* meter.flush
      assert.deepStrictEqual(
        state.received.map(({ number, counts }) => [number, counts.map(({ credits }) => Number(credits))]),
        [
          [1, [1]],
          [1, [1]],
          [1, [1]],
          [2, [2]]
        ]
      )
      assert.strictEqual(new Set(state.received.map(({ meterId }) => meterId)).size, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("stores the remaining counts when it ends", () => {
    const { stored, layer } = makeStore()
    return Effect.gen(function* () {
      yield* Effect.provide(count("a", 1), layer)
      assert.deepStrictEqual(stored(), [[START, "a", [1, 0, 0], 1]])
    })
  })

  it.effect("flushes one batch at a time, so that a reader also waits for the batch that is being stored", () =>
    Effect.gen(function* () {
      const isOpen = yield* Latch.make()
      const stored: Array<string> = []
      const store = Layer.mock(UsageStore, {
        addBatch: ({ counts }) =>
          Effect.andThen(
            isOpen.await,
            Effect.sync(() => void stored.push(...counts.map(({ operation }) => operation)))
          )
      })
      yield* Effect.gen(function* () {
        const meter = yield* UsageMeter
        yield* count("a", 1)
        const first = yield* Effect.forkChild(meter.flush, { startImmediately: true })
        const reader = yield* Effect.forkChild(meter.flush, { startImmediately: true })
        yield* Effect.yieldNow
        assert.isUndefined(reader.pollUnsafe())
        yield* isOpen.open
        yield* Fiber.joinAll([first, reader])
        assert.deepStrictEqual(stored, ["a"])
      }).pipe(Effect.provide(UsageMeter.layer.pipe(Layer.provide([store, SecureRandom.layerWebCrypto]))))
    })
  )
})
