import { assert, describe, it } from "@effect/vitest"
import type { DeliveryQueue, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { makeOutcomeRecorder } from "@landfall/worker/OutcomeRecorder"
import { makeStorageOutage } from "@landfall/worker/StorageOutage"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { leaseOf, outcomeOf } from "./support/Leases.ts"

const outcomes = (count: number) => Array.from({ length: count }, (_, n) => outcomeOf(leaseOf(n)))

/** A queue that takes `takesMillis` for each group and keeps the groups. */
const keepingQueue = (takesMillis = 0) => {
  const groups: Array<ReadonlyArray<LeaseOutcome>> = []
  const queue: DeliveryQueue["Service"] = {
    claim: () => Effect.succeed([]),
    record: (group) =>
      Effect.sleep(takesMillis).pipe(
        Effect.andThen(
          Effect.sync(() => {
            groups.push(group)
            return []
          })
        )
      ),
    release: () => Effect.void,
    nextDueAt: () => Effect.succeed(Option.none()),
    arrival: Effect.never
  }
  return { groups, queue }
}

const recorderOn = (queue: DeliveryQueue["Service"]) =>
  makeOutcomeRecorder(queue, makeStorageOutage("Tests wait"), { groupSize: 10, groupWaitMillis: 50 }, () => {})

const sizes = (groups: ReadonlyArray<ReadonlyArray<LeaseOutcome>>) => groups.map(({ length }) => length)

describe("OutcomeRecorder", () => {
  it.effect("waits for others to record with an outcome, and not longer than it may", () =>
    Effect.gen(function* () {
      const { groups, queue } = keepingQueue()
      const recorder = recorderOn(queue)
      yield* Effect.forkChild(recorder.run)
      for (const outcome of outcomes(4)) {
        recorder.add(outcome)
        yield* TestClock.adjust(10)
      }
      assert.strictEqual(groups.length, 0)
      yield* TestClock.adjust(10)
      assert.deepStrictEqual(sizes(groups), [4])
    })
  )

  it.effect("records no more at once than a group takes, in the order they came", () =>
    Effect.gen(function* () {
      const { groups, queue } = keepingQueue()
      const recorder = recorderOn(queue)
      const all = outcomes(25)
      for (const outcome of all) recorder.add(outcome)
      yield* recorder.flush
      assert.deepStrictEqual(sizes(groups), [10, 10, 5])
      assert.deepStrictEqual(groups.flat(), all)
      assert.strictEqual(recorder.unrecorded(), 0)
    })
  )

  it.effect.each([0, 20, 49, 51, 60, 100, 130])(
    "loses and repeats nothing when it is interrupted after %i ms",
    (millis) =>
      Effect.gen(function* () {
        const { groups, queue } = keepingQueue(40)
        const recorder = recorderOn(queue)
        const all = outcomes(25)
        for (const outcome of all) recorder.add(outcome)
        const running = yield* Effect.forkChild(recorder.run)
        yield* TestClock.adjust(millis)
        yield* Effect.all([Fiber.interrupt(running), TestClock.adjust(100)], { concurrency: "unbounded" })
        yield* Effect.all([recorder.flush, TestClock.adjust("1 second")], { concurrency: "unbounded" })
        assert.deepStrictEqual(groups.flat(), all)
      })
  )
})
