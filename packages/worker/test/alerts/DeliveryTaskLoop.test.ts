import { assert, describe, it } from "@effect/vitest"
import { DeliveryTasks, type TaskBatchResult } from "@landfall/core/alerts/operations/DeliveryTasks"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Clock, Effect, Latch, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import * as DeliveryTaskLoop from "../../src/alerts/DeliveryTaskLoop.ts"

const unused = () => Effect.die("not used in this test")

/** Batches with their due instants, under the contract of `runBatch`. */
const pagesDue = () => {
  const due: Array<number> = []
  const ran: Array<number> = []
  const sizes = new Set<number>()
  const taskCreated = Latch.makeUnsafe()
  let searches = 0
  let down = false
  const fault = new StorageError({ operation: "DeliveryTasks.runBatch", reason: "unavailable", cause: "down" })
  const tasks = DeliveryTasks.of({
    countCandidates: unused,
    start: unused,
    resend: unused,
    find: unused,
    list: unused,
    cancel: unused,
    runBatch: Effect.fnUntraced(function* (limit: number) {
      yield* taskCreated.close
      if (down) return yield* fault
      searches++
      sizes.add(limit)
      const now = yield* Clock.currentTimeMillis
      const index = due.findIndex((at) => at <= now)
      if (index >= 0) {
        due.splice(index, 1)
        ran.push(now)
      }
      const nextAt = due.length === 0 ? Option.none<number>() : Option.some(Math.min(...due))
      const turn: TaskBatchResult = { ran: index >= 0, nextAt }
      return turn
    }),
    arrival: taskCreated.await
  })
  return {
    ran,
    sizes,
    searches: () => searches,
    add: (...instants: ReadonlyArray<number>) => void due.push(...instants),
    announce: taskCreated.open,
    setDown: (value: boolean) => {
      down = value
    },
    layer: DeliveryTaskLoop.layer({ pageSize: 7 }).pipe(Layer.provide(Layer.succeed(DeliveryTasks, tasks)))
  }
}

const quiet = Logger.layer([])

describe("the delivery task loop", () => {
  it.effect("runs every batch that is due immediately, of its size", () => {
    const pages = pagesDue()
    pages.add(...Array.from({ length: 20 }, () => 0))
    return Effect.gen(function* () {
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(pages.ran, Array(20).fill(0))
      assert.deepStrictEqual([...pages.sizes], [7])
    }).pipe(Effect.provide(pages.layer))
  })

  it.effect("begins immediately when a task is announced", () => {
    const pages = pagesDue()
    return Effect.gen(function* () {
      yield* TestClock.adjust(60_300)
      pages.add(60_300)
      yield* pages.announce
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(pages.ran, [60_300])
    }).pipe(Effect.provide(pages.layer))
  })

  it.effect("finds within a second a task that another process has abandoned, and searches no more often", () => {
    const pages = pagesDue()
    return Effect.gen(function* () {
      yield* TestClock.adjust(60_300)
      assert.isAtMost(pages.searches(), 61)
      pages.add(60_300)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(pages.ran.length, 1)
    }).pipe(Effect.provide(pages.layer))
  })

  it.effect("continues a task at its next due instant", () => {
    const pages = pagesDue()
    pages.add(0, 250, 500, 750)
    return Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(pages.ran, [0, 250, 500, 750])
    }).pipe(Effect.provide(pages.layer))
  })

  it.effect("continues after a storage outage", () => {
    const pages = pagesDue()
    return Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      pages.setDown(true)
      pages.add(60_000, 60_000)
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(pages.ran, [])
      pages.setDown(false)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(pages.ran.length, 2)
    }).pipe(Effect.provide(pages.layer), Effect.provide(quiet))
  })
})
