import { assert, describe, it } from "@effect/vitest"
import { IsLargeWork } from "@landfall/core/limits/WorkOwner"
import { Deferred, type Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeConnectionShares } from "../../src/sql/ConnectionShares.ts"

/** Shares with transactions that run until they are ended, and a list of those that began. */
const open = (capacity: number) => {
  const { run, share } = makeConnectionShares(capacity)
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
  return { begin, begun, share }
}

const names = (owner: string, count: number) => Array.from({ length: count }, (_, n) => `${owner}${n + 1}`)

describe("the shares of connections", () => {
  it.effect("leave a part to an owner that begins later, however many one owner has begun", () =>
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

  const large = <A>(effect: Effect.Effect<A>) => Effect.provideService(effect, IsLargeWork, true)
  /** Begins large work of an owner that takes a second, or as long as stated, in which transactions of others begin. */
  const delayOthers = Effect.fnUntraced(function* (
    { begin }: ReturnType<typeof open>,
    others: number,
    duration: Duration.Input = "1 second"
  ) {
    const first = yield* large(begin("a", "a1"))
    const later = yield* Effect.forEach(names("b", others), (name) => begin("b", name))
    yield* TestClock.adjust(duration)
    yield* first.end
    for (const { end } of later) yield* end
  })

  it.effect(
    "delay the next large work of an owner after a long one, 39 times as long if another began work meanwhile",
    () =>
      Effect.gen(function* () {
        const shares = open(1)
        yield* delayOthers(shares, 1)
        const small = yield* shares.begin("a", "small")
        assert.include(shares.begun, "small")
        yield* small.end
        yield* large(shares.begin("a", "a2"))
        yield* TestClock.adjust("38999 millis")
        assert.notInclude(shares.begun, "a2")
        yield* TestClock.adjust("2 millis")
        assert.include(shares.begun, "a2")
      })
  )

  it.effect(
    "delay large work after a long one as long again for each transaction of the service that began meanwhile",
    () =>
      Effect.gen(function* () {
        const shares = open(1)
        const first = yield* large(shares.begin("a", "a1"))
        for (let began = 0; began < 3; began++) yield* shares.share(Effect.void)
        yield* TestClock.adjust("1 second")
        yield* first.end
        yield* large(shares.begin("a", "a2"))
        yield* TestClock.adjust("2999 millis")
        assert.notInclude(shares.begun, "a2")
        yield* TestClock.adjust("2 millis")
        assert.include(shares.begun, "a2")
      })
  )

  it.effect(
    "delay the next large work 3 times as long after one of less than 50 ms, and not after one of less than 10 ms",
    () =>
      Effect.gen(function* () {
        const shares = open(1)
        yield* delayOthers(shares, 1, "9 millis")
        const second = yield* large(shares.begin("a", "a2"))
        assert.include(shares.begun, "a2")
        yield* second.end
        yield* delayOthers(shares, 1, "40 millis")
        yield* large(shares.begin("a", "a3"))
        yield* TestClock.adjust("119 millis")
        assert.notInclude(shares.begun, "a3")
        yield* TestClock.adjust("2 millis")
        assert.include(shares.begun, "a3")
      })
  )

  it.effect(
    "delay large work where others have connections beside it as long again for each of them, up to 19 times",
    () =>
      Effect.gen(function* () {
        for (const [others, millis] of [
          [3, 3_000],
          [40, 19_000]
        ] as const) {
          const shares = open(8)
          yield* delayOthers(shares, others)
          yield* large(shares.begin("a", "a2"))
          yield* TestClock.adjust(millis - 1)
          assert.notInclude(shares.begun, "a2")
          yield* TestClock.adjust(2)
          assert.include(shares.begun, "a2")
        }
        const shares = open(8)
        yield* delayOthers(shares, 1, "40 millis")
        yield* large(shares.begin("a", "a2"))
        assert.include(shares.begun, "a2")
      })
  )

  it.effect("do not delay an owner that has delayed no other", () =>
    Effect.gen(function* () {
      const shares = open(1)
      yield* delayOthers(shares, 0)
      yield* large(shares.begin("a", "a2"))
      yield* large(shares.begin("c", "c1"))
      assert.deepStrictEqual(shares.begun, ["a1", "a2"])
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
