import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Credits } from "@landfall/core/usage/Credits"
import type { Debit } from "@landfall/core/usage/Debit"
import { accountOf, SAMPLE_TIME } from "@landfall/testing/samples/Samples"
import { Effect, Exit, Fiber, Latch, Result } from "effect"
import { makeDebitGroupCommit } from "../../src/usage/DebitGroupCommit.ts"

const debitOf = (credits: number): Debit => ({
  accountId: accountOf(1).id,
  credits: Credits.make(credits),
  at: SAMPLE_TIME
})

/** Commits that wait while `open` is closed, and the credits of each group that they took. */
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

const settled = Effect.andThen(Effect.yieldNow, Effect.yieldNow)

describe("debits that come together", () => {
  it.effect("are committed in one group, one that comes alone by itself", () => {
    const { groups, debit } = makeCommits()
    return Effect.gen(function* () {
      yield* debit(1)
      yield* Effect.all([debit(2), debit(3), debit(4)], { concurrency: "unbounded" })
      yield* debit(5)
      assert.deepStrictEqual(groups, [[1], [2, 3, 4], [5]])
    })
  })

  it.effect("while a group is being committed wait for it, and are the next group", () => {
    const { open, groups, debit } = makeCommits()
    return Effect.gen(function* () {
      yield* open.close
      const first = yield* Effect.forkChild(debit(1))
      yield* settled
      const second = yield* Effect.forkChild(debit(2))
      yield* settled
      const third = yield* Effect.forkChild(debit(3))
      yield* settled
      assert.deepStrictEqual(groups, [[1]])
      assert.isUndefined(second.pollUnsafe())
      yield* open.open
      yield* Effect.all([Fiber.join(first), Fiber.join(second), Fiber.join(third)])
      assert.deepStrictEqual(groups, [[1], [2, 3]])
    })
  })

  it.effect("are answered only when they are stored, to a caller who goes away meanwhile too", () => {
    const { open, groups, debit } = makeCommits()
    return Effect.gen(function* () {
      yield* open.close
      const caller = yield* Effect.forkChild(debit(1))
      yield* settled
      const leaving = yield* Effect.forkChild(Fiber.interrupt(caller))
      yield* settled
      assert.isUndefined(caller.pollUnsafe())
      yield* open.open
      yield* Fiber.join(leaving)
      assert.deepStrictEqual(groups, [[1]])
    })
  })

  it.effect("all learn that their group could not be stored, and later ones are not held up", () => {
    const away = new StorageError({ operation: "UsageStore.debit", reason: "unavailable", cause: "away" })
    let refusing = true
    const debit = makeDebitGroupCommit((debits) =>
      Effect.suspend(() => (refusing ? Effect.fail(away) : Effect.succeed(debits.map(() => Result.void))))
    )
    return Effect.gen(function* () {
      const exits = yield* Effect.all(
        [1, 2].map((credits) => Effect.exit(debit(debitOf(credits)))),
        {
          concurrency: "unbounded"
        }
      )
      assert.deepStrictEqual(exits, [Exit.fail(away), Exit.fail(away)])
      refusing = false
      yield* debit(debitOf(3))
    })
  })

  it.effect("in greater numbers than a group takes are committed in several groups, none of them twice", () => {
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

  it.effect("all learn of a defect in their commit, and later ones are not held up", () => {
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
