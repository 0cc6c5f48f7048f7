import {
  type AccountKey,
  ApiKey,
  ApiKeyNotFound,
  ApiKeyStore,
  addedKey,
  apiKeyState,
  isLaterUse
} from "@landfall/core/accounts/ApiKey"
import { CREATED_KEYS_MILLIS, checkLimit } from "@landfall/core/limits/Limits"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { slicePage } from "../state/ListPage.ts"
import { MemoryState } from "../state/MemoryState.ts"

/** `ApiKeyStore` on `MemoryState`. A hash belongs to one account; another account cannot add it. */
export const layer = Layer.effect(
  ApiKeyStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const withAccount = (key: ApiKey | undefined) => {
      const account = key && state.accounts.get(key.accountId)
      return key === undefined || account === undefined ? Option.none<AccountKey>() : Option.some({ account, key })
    }

    return ApiKeyStore.of({
      add: (key) =>
        state.transact(() => {
          const existing = state.apiKeys.filter((other) => other.hash === key.hash)[0]
          if (existing === undefined) {
            state.apiKeys.set(key.id, key)
            return Result.succeed(key)
          }
          return addedKey(existing, key)
        }),
      addWithinLimits: (key) =>
        state.transact(() =>
          Result.gen(function* () {
            const keys = state.apiKeys.filter(({ accountId }) => accountId === key.accountId)
            const valid = keys.filter((other) => apiKeyState(other, key.createdAt) === "valid")
            yield* checkLimit(state.limits, "account.keys", valid.length + 1)
            const since = key.createdAt.epochMilliseconds - CREATED_KEYS_MILLIS
            const created = keys.filter(({ createdAt }) => createdAt.epochMilliseconds > since)
            yield* checkLimit(state.limits, "account.createdKeys", created.length + 1)
            state.apiKeys.set(key.id, key)
          })
        ),
      addFirst: (key, before = Effect.void) =>
        state.atomically(
          Effect.suspend(() => {
            if (state.apiKeys.filter(({ accountId }) => accountId === key.accountId).length > 0)
              return Effect.succeed(false)
            return Effect.map(before, () => {
              state.apiKeys.set(key.id, key)
              return true
            })
          })
        ),
      find: (hash) =>
        state.transact(() => Result.succeed(withAccount(state.apiKeys.filter((key) => key.hash === hash)[0]))),
      findById: (id) => state.transact(() => Result.succeed(withAccount(state.apiKeys.get(id)))),
      findAll: (hashes) =>
        state.transact(() => Result.succeed(state.apiKeys.filter(({ hash }) => hashes.includes(hash)))),
      list: (accountId) =>
        state.transact(() =>
          Result.succeed(
            state.apiKeys.filter((key) => key.accountId === accountId).toSorted((a, b) => (a.id < b.id ? -1 : 1))
          )
        ),
      listPage: (accountId, page) =>
        state.transact(() => {
          const keys = state.apiKeys.filter((key) => key.accountId === accountId)
          return Result.succeed(slicePage(keys, "rising", page, ({ id }) => id))
        }),
      recordUse: (ids, at) =>
        state.transact(() => {
          for (const id of ids) {
            const key = state.apiKeys.get(id)
            if (key === undefined || !isLaterUse(key, at)) continue
            state.apiKeys.set(id, new ApiKey({ ...key, lastUsedAt: Option.some(DateTime.makeUnsafe(at)) }))
          }
          return Result.void
        }),
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
