import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { makeLogSync } from "../../src/sqlite/LogSync.ts"

/** A log whose syncs end when the test ends them. */
const makeLog = () => {
  const ends: Array<(error: Error | null) => void> = []
  const sync = makeLogSync((done) => void ends.push(done))
  const start = Effect.forkChild(sync.wait, { startImmediately: true })
  return { ...sync, ends, start }
}

const hasEnded = (fiber: Fiber.Fiber<unknown, unknown>): boolean => fiber.pollUnsafe() !== undefined

describe("the syncs of a log", () => {
  it.effect("are awaited by each commit, and by none when everything is on disk", () =>
    Effect.gen(function* () {
      const { committed, wait, ends, start } = makeLog()
      yield* wait
      assert.lengthOf(ends, 0)
      committed()
      const waiting = yield* start
      assert.isFalse(hasEnded(waiting))
      ends[0]?.(null)
      yield* Fiber.join(waiting)
      yield* wait
      assert.lengthOf(ends, 1)
    })
  )

  it.effect(
    "that run do not cover later commits: the next one has a sync of its own, and those after it share one",
    () =>
      Effect.gen(function* () {
        const { committed, ends, start } = makeLog()
        committed()
        const first = yield* start
        committed()
        const second = yield* start
        assert.lengthOf(ends, 2)
        committed()
        const third = yield* start
        committed()
        const fourth = yield* start
        assert.lengthOf(ends, 2)
        ends[0]?.(null)
        yield* Fiber.join(first)
        assert.lengthOf(ends, 3)
        assert.isFalse(hasEnded(second))
        ends[1]?.(null)
        yield* Fiber.join(second)
        assert.isFalse(hasEnded(third))
        ends[2]?.(null)
        yield* Fiber.join(third)
        yield* Fiber.join(fourth)
        assert.lengthOf(ends, 3)
      })
  )

  it.effect("that end in another order than they started leave everything on disk that the later one covers", () =>
    Effect.gen(function* () {
      const { committed, ends, start, wait } = makeLog()
      committed()
      const first = yield* start
      committed()
      const second = yield* start
      ends[1]?.(null)
      yield* Fiber.join(second)
      assert.isFalse(hasEnded(first))
      yield* wait
      ends[0]?.(null)
      yield* Fiber.join(first)
      yield* wait
      assert.lengthOf(ends, 2)
    })
  )

  it.effect("are shared by those that wait without a commit in between", () =>
    Effect.gen(function* () {
      const { committed, ends, start } = makeLog()
      committed()
      const [first, second] = [yield* start, yield* start]
      assert.lengthOf(ends, 1)
      ends[0]?.(null)
      yield* Fiber.join(first)
      yield* Fiber.join(second)
    })
  )

  it.effect("that fail are an error of every commit that waits for them, and are repeated for the next", () =>
    Effect.gen(function* () {
      const { committed, ends, start } = makeLog()
      committed()
      const first = yield* start
      committed()
      const second = yield* start
      ends[0]?.(new Error("no space left on device"))
      const error = yield* Effect.flip(Fiber.join(first))
      assert.include(error.message, "may not be on disk")
      ends[1]?.(new Error("no space left on device"))
      assert.isTrue(Exit.isFailure(yield* Fiber.await(second)))
      const third = yield* start
      assert.lengthOf(ends, 3)
      ends[2]?.(null)
      yield* Fiber.join(third)
    })
  )

  it.effect(
    "that fail are an error of the commits of the other sync too: the error is reported to one of them alone",
    () =>
      Effect.gen(function* () {
        const { committed, ends, start } = makeLog()
        committed()
        const first = yield* start
        committed()
        const second = yield* start
        committed()
        const third = yield* start
        ends[1]?.(new Error("input/output error"))
        assert.isTrue(Exit.isFailure(yield* Fiber.await(second)))
        ends[0]?.(null)
        assert.isTrue(Exit.isFailure(yield* Fiber.await(first)))
        ends[2]?.(null)
        yield* Fiber.join(third)
      })
  )
})
