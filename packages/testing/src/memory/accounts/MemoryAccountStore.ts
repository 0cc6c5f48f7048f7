import { AccountNotFound, AccountStore } from "@landfall/core/accounts/Account"
import { Effect, Layer, Option, Result } from "effect"
import { duplicateError, MemoryState } from "../state/MemoryState.ts"

/** `AccountStore` on `MemoryState`. */
export const layer = Layer.effect(
  AccountStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const oldestFirst = () => state.accounts.values().toSorted((a, b) => (a.id < b.id ? -1 : 1))

    return AccountStore.of({
      create: (account) =>
        state.transact(() => {
          if (state.accounts.has(account.id)) return Result.fail(duplicateError("AccountStore.create", account.id))
          state.accounts.set(account.id, account)
          return Result.void
        }),
      createFirst: (account) =>
        state.transact(() => {
          const first = oldestFirst()[0]
          if (first === undefined) state.accounts.set(account.id, account)
          return Result.succeed(first ?? account)
        }),
      find: (id) =>
        state.transact(() => Result.fromNullishOr(state.accounts.get(id), () => new AccountNotFound({ id }))),
      list: state.transact(() => Result.succeed(oldestFirst())),
      first: state.transact(() => Result.succeed(Option.fromNullishOr(oldestFirst()[0]))),
      update: (account) =>
        state.transact(() => {
          if (!state.accounts.has(account.id)) return Result.fail(new AccountNotFound({ id: account.id }))
          state.accounts.set(account.id, account)
          return Result.void
        })
    })
  })
)
