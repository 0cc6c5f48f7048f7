import { assert, describe, it } from "@effect/vitest"
import { type Prunable, Retention } from "@landfall/core/alerts/operations/Retention"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Clock, DateTime, Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import * as PruningLoop from "../../src/alerts/PruningLoop.ts"

const DAY = 86_400_000
const quiet = Logger.layer([])

interface Step {
  readonly at: number
  readonly what: Prunable
  readonly before: number
  readonly after: string
}

/** A store in which a pass over messages takes three pages, and over any other kind one page. */
const steppedStore = () => {
  const steps: Array<Step> = []
  let down = false
  let isTrusted = true
  const fault = new StorageError({ operation: "Retention.prune", reason: "unavailable", cause: "down" })
  const retention = Retention.of({
    now: Effect.map(DateTime.now, (now) => (isTrusted ? Option.some(now) : Option.none())),
    trustClock: DateTime.now,
    prune: (what, before, after) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        if (down) return Effect.fail(fault)
        steps.push({ at, what, before: before.epochMilliseconds, after })
        const next = what === "messages" && after.length < 2 ? Option.some(`${after}x`) : Option.none()
        return Effect.succeed({ removed: 1, next })
      })
  })
  const setDown = (value: boolean) => {
    down = value
  }
  const setTrusted = (value: boolean) => {
    isTrusted = value
  }
  return { steps, layer: Layer.succeed(Retention, retention), setDown, setTrusted }
}

const pruning = (store: ReturnType<typeof steppedStore>) =>
  PruningLoop.layer({ ...PruningLoop.defaultPruningSettings, days: 30 }).pipe(Layer.provide(store.layer))

describe("the pruning loop", () => {
  it.effect("prunes every kind in pages with pauses between them, each page from the end of the previous one", () => {
    const store = steppedStore()
    return Effect.gen(function* () {
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(store.steps, [])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(
        store.steps.map(({ at, what, after }) => [at, what, after]),
        [
          [60_000, "messages", ""],
          [60_100, "messages", "x"],
          [60_200, "messages", "xx"],
          [60_200, "hours", ""],
          [60_200, "tasks", ""],
          [60_200, "responses", ""],
          [60_200, "events", ""]
        ]
      )
    }).pipe(Effect.provide(pruning(store)), Effect.provide(quiet))
  })

  it.effect("begins a pass every hour, and retains as many days as its settings state", () => {
    const store = steppedStore()
    return Effect.gen(function* () {
      yield* TestClock.adjust("3 hours")
      const passes = store.steps.filter(({ what, after }) => what === "messages" && after === "")
      assert.strictEqual(passes.length, 3)
      for (const { at, before } of passes) assert.strictEqual(at - before, 30 * DAY)
      const expiries = store.steps.filter(({ what }) => what === "responses").map(({ before }) => before)
      assert.deepStrictEqual(
        expiries,
        passes.map(({ at }) => at),
        "a response is stored with the instant at which it expires"
      )
    }).pipe(Effect.provide(pruning(store)), Effect.provide(quiet))
  })

  it.effect("continues with the page that failed after a storage outage", () => {
    const store = steppedStore()
    return Effect.gen(function* () {
      yield* TestClock.adjust(60_050)
      store.setDown(true)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(store.steps.length, 1)
      store.setDown(false)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(
        store.steps.map(({ after }) => after),
        ["", "x", "xx", "", "", "", ""]
      )
    }).pipe(Effect.provide(pruning(store)), Effect.provide(quiet))
  })

  it.effect("prunes nothing at a pass while the clock is not trusted, and checks the clock again an hour later", () => {
    const store = steppedStore()
    store.setTrusted(false)
    return Effect.gen(function* () {
      yield* TestClock.adjust("3 hours")
      assert.deepStrictEqual(store.steps, [])
      store.setTrusted(true)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(store.steps.length, 7)
    }).pipe(Effect.provide(pruning(store)), Effect.provide(quiet))
  })
})
