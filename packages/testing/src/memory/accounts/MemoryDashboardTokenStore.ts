import { DashboardToken, DashboardTokenStore, linkFaultOf } from "@landfall/core/accounts/DashboardToken"
import { checkLimit } from "@landfall/core/limits/Limits"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"

/** `DashboardTokenStore` on `MemoryState`. */
export const layer = Layer.effect(
  DashboardTokenStore,
  Effect.gen(function* () {
    const { transact, dashboardTokens, apiKeys, limits } = yield* MemoryState
    const accountOf = (token: DashboardToken) => apiKeys.get(token.keyId)?.accountId

    return DashboardTokenStore.of({
      add: (token, expiredBefore) =>
        transact(() => {
          const expired = dashboardTokens.filter(({ expiresAt }) => expiresAt.epochMilliseconds < expiredBefore)
          for (const { hash } of expired) dashboardTokens.delete(hash)
          const stored = dashboardTokens.filter((other) => accountOf(other) === accountOf(token))
          return Result.map(checkLimit(limits, "account.tokens", stored.length + 1), () => {
            dashboardTokens.set(token.hash, token)
          })
        }),
      find: (hash) => transact(() => Result.succeed(Option.fromUndefinedOr(dashboardTokens.get(hash)))),
      redeem: (link, session, at) =>
        transact(() => {
          const token = Option.fromUndefinedOr(dashboardTokens.get(link))
          const now = DateTime.makeUnsafe(at)
          if (Option.isNone(token) || linkFaultOf(token, now) !== undefined) return Result.succeed(false)
          dashboardTokens.set(link, new DashboardToken({ ...token.value, usedAt: Option.some(now) }))
          dashboardTokens.set(session.hash, session)
          return Result.succeed(true)
        }),
      remove: (hash) =>
        transact(() => {
          dashboardTokens.delete(hash)
          return Result.void
        })
    })
  })
)
