import { AccountNotFound, AccountStore, changeAccount } from "@landfall/core/accounts/Account"
import { Effect, Layer, Option, Result } from "effect"
import { slicePage } from "../state/ListPage.ts"
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
      listPage: (page) =>
        state.transact(() =>
          Result.succeed(slicePage(state.accounts.values(), "rising", page, (account) => account.id))
        ),
      first: state.transact(() => Result.succeed(Option.fromNullishOr(oldestFirst()[0]))),
      change: (id, changes) =>
        state.transact(() => {
          const account = state.accounts.get(id)
          if (account === undefined) return Result.fail(new AccountNotFound({ id }))
          const changed = changeAccount(account, changes)
          state.accounts.set(id, changed)
          return Result.succeed(changed)
        })
    })
  })
)
