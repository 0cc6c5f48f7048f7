import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeDeadlines } from "../../../src/node/webhooks/Deadlines.ts"

const DEADLINE = 200

/** Deadlines, and the expired items with their instants. */
const recorded = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const expired: Array<readonly [item: string, at: number]> = []
  const deadlines = yield* makeDeadlines<string>(DEADLINE, (item) => {
    expired.push([item, clock.currentTimeMillisUnsafe()])
  })
  return { ...deadlines, expired }
})

describe("a deadline", () => {
  it.effect("expires at its time, within a millisecond, and not before", () =>
    Effect.gen(function* () {
      const { add, expired } = yield* recorded
      yield* TestClock.adjust(70)
      add("first")
      yield* TestClock.adjust(50)
      add("second")
      yield* TestClock.adjust(DEADLINE - 51)
      assert.deepStrictEqual(expired, [])
      yield* TestClock.adjust("1 second")
      const at = new Map(expired)
      assert.deepStrictEqual([...at.keys()], ["first", "second"])
      assert.closeTo(at.get("first") ?? 0, 70 + DEADLINE, 1)
      assert.closeTo(at.get("second") ?? 0, 120 + DEADLINE, 1)
    })
  )

  it.effect("that is removed does not expire, and the others do", () =>
    Effect.gen(function* () {
      const { add, remove, expired } = yield* recorded
      add("removed")
      add("other")
      yield* TestClock.adjust(DEADLINE - 1)
      remove("removed")
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        expired.map(([item]) => item),
        ["other"]
      )
    })
  )
})
