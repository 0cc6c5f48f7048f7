import { ApiKey, ApiKeyNotFound, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { duplicateError, MemoryState } from "../state/MemoryState.ts"

/** `ApiKeyStore` on `MemoryState`. A hash belongs to one account; another account cannot add it. */
export const layer = Layer.effect(
  ApiKeyStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    return ApiKeyStore.of({
      add: (key) =>
        state.transact(() => {
          const known = state.apiKeys.filter((other) => other.hash === key.hash)[0]
          if (known === undefined) {
            state.apiKeys.set(key.id, key)
            return Result.void
          }
          return known.accountId === key.accountId
            ? Result.void
            : Result.fail(duplicateError("ApiKeyStore.add", key.id))
        }),
      addFirst: (key) =>
        state.transact(() => {
          if (state.apiKeys.filter(({ accountId }) => accountId === key.accountId).length > 0)
            return Result.succeed(false)
          state.apiKeys.set(key.id, key)
          return Result.succeed(true)
        }),
      authenticate: (hash) =>
        state.transact(() => {
          const key = state.apiKeys.filter((key) => key.hash === hash && Option.isNone(key.revokedAt))[0]
          return Result.succeed(Option.fromNullishOr(key && state.accounts.get(key.accountId)))
        }),
      list: (accountId) =>
        state.transact(() =>
          Result.succeed(
            state.apiKeys.filter((key) => key.accountId === accountId).toSorted((a, b) => (a.id < b.id ? -1 : 1))
          )
        ),
      revoke: (id, at) =>
        state.transact(() => {
          const key = state.apiKeys.get(id)
          if (key === undefined) return Result.fail(new ApiKeyNotFound({ id }))
          if (Option.isSome(key.revokedAt)) return Result.succeed(key)
          const revoked = new ApiKey({ ...key, revokedAt: Option.some(DateTime.makeUnsafe(at)) })
          state.apiKeys.set(id, revoked)
          return Result.succeed(revoked)
        })
    })
  })
)
