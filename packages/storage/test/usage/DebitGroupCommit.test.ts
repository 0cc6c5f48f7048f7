import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Credits } from "@landfall/core/usage/Credits"
import type { Debit } from "@landfall/core/usage/Debit"
import { accountOf, SAMPLE_TIME } from "@landfall/testing/samples/Samples"
import { Effect, Exit, Fiber, Latch, Result } from "effect"
import { makeDebitGroupCommit } from "../../src/usage/DebitGroupCommit.ts"

const debitOf = (credits: number, account = 1): Debit => ({
  accountId: accountOf(account).id,
  credits: Credits.make(credits),
  at: SAMPLE_TIME
})

/** A group commit that waits while `open` is closed, and the credits of each committed group. */
const makeCommits = () => {
  const open = Latch.makeUnsafe(true)
  const groups: Array<ReadonlyArray<number>> = []
  const debit = makeDebitGroupCommit((debits) =>
    Effect.sync(() => void groups.push(debits.map(({ credits }) => credits))).pipe(
      Effect.andThen(open.await),
      Effect.as(debits.map(() => Result.void))
    )
  )
  return { open, groups, debit: (credits: number) => debit(debitOf(credits)) }
}

const yieldTwice = Effect.andThen(Effect.yieldNow, Effect.yieldNow)

describe("concurrent debits", () => {
  it.effect("are committed in one group, and a single debit in a group of one", () => {
    const { groups, debit } = makeCommits()
    return Effect.gen(function* () {
      yield* debit(1)
      yield* Effect.all([debit(2), debit(3), debit(4)], { concurrency: "unbounded" })
      yield* debit(5)
      assert.deepStrictEqual(groups, [[1], [2, 3, 4], [5]])
    })
  })

  it.effect("wait while a group is being committed, and form the next group", () => {
    const { open, groups, debit } = makeCommits()
    return Effect.gen(function* () {
      yield* open.close
      const first = yield* Effect.forkChild(debit(1))
      yield* yieldTwice
      const second = yield* Effect.forkChild(debit(2))
      yield* yieldTwice
      const third = yield* Effect.forkChild(debit(3))
      yield* yieldTwice
      assert.deepStrictEqual(groups, [[1]])
      assert.isUndefined(second.pollUnsafe())
      yield* open.open
      yield* Effect.all([Fiber.join(first), Fiber.join(second), Fiber.join(third)])
      assert.deepStrictEqual(groups, [[1], [2, 3]])
    })
  })

  it.effect("of an account do not wait for the group of another", () => {
    const open = Latch.makeUnsafe(false)
    const [blocked, other] = [debitOf(1, 1), debitOf(2, 2)]
    const debit = makeDebitGroupCommit((debits) =>
      Effect.as(
        debits.some(({ accountId }) => accountId === blocked.accountId) ? open.await : Effect.void,
        debits.map(() => Result.void)
      )
    )
    return Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(debit(blocked))
      yield* yieldTwice
      yield* Effect.all([debit(other), debit(other)], { concurrency: "unbounded" })
      assert.isUndefined(waiting.pollUnsafe())
      yield* open.open
      yield* Fiber.join(waiting)
    })
  })

  it.effect("return only after they are stored, also when the caller is interrupted meanwhile", () => {
    const { open, groups, debit } = makeCommits()
    return Effect.gen(function* () {
      yield* open.close
      const caller = yield* Effect.forkChild(debit(1))
      yield* yieldTwice
      const interruption = yield* Effect.forkChild(Fiber.interrupt(caller))
      yield* yieldTwice
      assert.isUndefined(caller.pollUnsafe())
      yield* open.open
      yield* Fiber.join(interruption)
      assert.deepStrictEqual(groups, [[1]])
    })
  })

  it.effect("all fail when their group could not be stored, and later debits continue", () => {
    const unavailable = new StorageError({ operation: "UsageStore.debit", reason: "unavailable", cause: "down" })
    let failing = true
    const debit = makeDebitGroupCommit((debits) =>
      Effect.suspend(() => (failing ? Effect.fail(unavailable) : Effect.succeed(debits.map(() => Result.void))))
    )
    return Effect.gen(function* () {
      const exits = yield* Effect.all(
        [1, 2].map((credits) => Effect.exit(debit(debitOf(credits)))),
        {
          concurrency: "unbounded"
        }
      )
      assert.deepStrictEqual(exits, [Exit.fail(unavailable), Exit.fail(unavailable)])
      failing = false
      yield* debit(debitOf(3))
    })
  })

  it.effect("beyond the group size are committed in several groups, each debit once", () => {
    const { groups, debit } = makeCommits()
    return Effect.gen(function* () {
      const all = Array.from({ length: 1201 }, (_, n) => n + 1)
      yield* Effect.forEach(all, debit, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        groups.map((group) => group.length),
        [500, 500, 201]
      )
      assert.deepStrictEqual(groups.flat(), all)
    })
  })

  it.effect("all fail with the defect of their commit, and later debits continue", () => {
    let broken = true
    const debit = makeDebitGroupCommit((debits) =>
      Effect.suspend(() => (broken ? Effect.die("broken") : Effect.succeed(debits.map(() => Result.void))))
    )
    return Effect.gen(function* () {
      const exits = yield* Effect.all(
        [1, 2].map((credits) => Effect.exit(debit(debitOf(credits)))),
        {
          concurrency: "unbounded"
        }
      )
      assert.deepStrictEqual(exits, [Exit.die("broken"), Exit.die("broken")])
      broken = false
      yield* debit(debitOf(3))
    })
  })
})
