import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Result } from "effect"
import { MemoryState } from "../../../src/memory/state/MemoryState.ts"
import { accountOf } from "../../../src/samples/Samples.ts"

const account = accountOf(1)

describe("MemoryState", () => {
  it.effect("rolls back the changes of a step that fails or throws, and commits the rest of its transaction", () =>
    Effect.gen(function* () {
      const state = yield* MemoryState
      const add = (n: number) => state.accounts.set(accountOf(n).id, accountOf(n))
      const failing = state.transact(() => {
        add(2)
        return Result.fail("no")
      })
      const throwing = state.transact((): Result.Result<void, never> => {
        add(3)
        throw new Error("no")
      })
      yield* state.atomically(
        state
          .transact(() => Result.succeed(add(1)))
          .pipe(Effect.andThen(Effect.exit(failing)), Effect.andThen(Effect.exit(throwing)))
      )
      assert.deepStrictEqual(
        state.accounts.values().map(({ id }) => id),
        [account.id]
      )
    }).pipe(Effect.provide(MemoryState.layer))
  )

  it.effect("hides the changes of a transaction from others before its end", () =>
    Effect.gen(function* () {
      const state = yield* MemoryState
      const [begun, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const add = state.transact(() => Result.succeed(state.accounts.set(account.id, account)))
      const slow = add.pipe(
        Effect.andThen(Deferred.succeed(begun, undefined)),
        Effect.andThen(Deferred.await(goOn)),
        Effect.andThen(Effect.fail("rolled back"))
      )
      const writer = yield* Effect.forkChild(Effect.exit(state.atomically(slow)))
      yield* Deferred.await(begun)
      const reader = yield* Effect.forkChild(state.transact(() => Result.succeed(state.accounts.size)))
      yield* Effect.yieldNow
      assert.isUndefined(reader.pollUnsafe())
      yield* Deferred.succeed(goOn, undefined)
      assert.isTrue(Exit.isFailure(yield* Fiber.join(writer)))
      assert.strictEqual(yield* Fiber.join(reader), 0)
    }).pipe(Effect.provide(MemoryState.layer))
  )

  it.effect("creates increasing ids, even when the clock is set back", () =>
    Effect.gen(function* () {
      const { nextUlid } = yield* MemoryState
      const ids = [5000, 5000, 4000, 6000].map(nextUlid)
      assert.deepStrictEqual(ids, ids.toSorted())
      assert.strictEqual(new Set(ids).size, 4)
      for (const id of ids) assert.match(id, /^[0-9A-HJKMNP-TV-Z]{26}$/)
    }).pipe(Effect.provide(MemoryState.layer))
  )
})
