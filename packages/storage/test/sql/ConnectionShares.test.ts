import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeConnectionShares } from "../../src/sql/ConnectionShares.ts"

/** Shares with transactions that run until they are ended, and a list of those that began. */
const open = (capacity: number) => {
  const { run } = makeConnectionShares(capacity)
  const begun: Array<string> = []
  const begin = Effect.fnUntraced(function* (owner: string, name: string) {
    const end = yield* Deferred.make<void>()
    const transaction = Effect.andThen(
      Effect.sync(() => void begun.push(name)),
      Deferred.await(end)
    )
    const fiber = yield* Effect.forkChild(run(owner, transaction), { startImmediately: true })
    return {
      end: Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(fiber)),
      interrupt: Fiber.interrupt(fiber)
    }
  })
  return { begin, begun }
}

const names = (owner: string, count: number) => Array.from({ length: count }, (_, n) => `${owner}${n + 1}`)

describe("the shares of connections", () => {
  it.effect("leave a part to an owner that comes later, however many one owner has begun", () =>
    Effect.gen(function* () {
      const { begin, begun } = open(8)
      for (const name of names("a", 20)) yield* begin("a", name)
      assert.deepStrictEqual(begun, names("a", 4))
      yield* begin("b", "b1")
      assert.include(begun, "b1")
    })
  )

  it.effect("start the transactions of waiting owners in turn, each owner's in their order", () =>
    Effect.gen(function* () {
      const { begin, begun } = open(1)
      const first = yield* begin("a", "a1")
      const later = [
        yield* begin("a", "a2"),
        yield* begin("a", "a3"),
        yield* begin("b", "b1"),
        yield* begin("a", "a4"),
        yield* begin("b", "b2"),
        yield* begin("c", "c1")
      ]
      assert.deepStrictEqual(begun, ["a1"])
      yield* first.end
      const expected = ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]
      const byName = new Map(["a2", "a3", "b1", "a4", "b2", "c1"].map((name, index) => [name, later[index]]))
      for (let ended = 1; ended < expected.length; ended++) {
        assert.deepStrictEqual(begun, expected.slice(0, ended + 1))
        yield* byName.get(expected[ended] ?? "")?.end ?? Effect.void
      }
    })
  )

  it.effect("lose nothing when transactions are interrupted, waiting or running", () =>
    Effect.gen(function* () {
      const { begin, begun } = open(1)
      const running = yield* begin("a", "a1")
      const waiting = yield* begin("b", "b1")
      yield* begin("c", "c1")
      yield* waiting.interrupt
      yield* running.interrupt
      assert.deepStrictEqual(begun, ["a1", "c1"])
    })
  )
})
