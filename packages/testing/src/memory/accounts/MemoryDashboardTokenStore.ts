import { DashboardToken, DashboardTokenStore } from "@landfall/core/accounts/DashboardToken"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"

/** `DashboardTokenStore` on `MemoryState`. */
export const layer = Layer.effect(
  DashboardTokenStore,
  Effect.gen(function* () {
    const { transact, dashboardTokens } = yield* MemoryState

    return DashboardTokenStore.of({
      add: (token, expiredBefore) =>
        transact(() => {
          const expired = dashboardTokens.filter(({ expiresAt }) => expiresAt.epochMilliseconds < expiredBefore)
          for (const { hash } of expired) dashboardTokens.delete(hash)
          dashboardTokens.set(token.hash, token)
          return Result.void
        }),
      find: (hash) => transact(() => Result.succeed(Option.fromUndefinedOr(dashboardTokens.get(hash)))),
      redeem: (link, session, at) =>
        transact(() => {
          const token = dashboardTokens.get(link)
          if (token?.kind !== "link" || Option.isSome(token.usedAt)) return Result.succeed(false)
          dashboardTokens.set(link, new DashboardToken({ ...token, usedAt: Option.some(DateTime.makeUnsafe(at)) }))
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
