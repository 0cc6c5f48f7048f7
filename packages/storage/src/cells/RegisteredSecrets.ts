import { ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { type DashboardToken, DashboardTokenStore } from "@landfall/core/accounts/DashboardToken"
import { CellDirectory } from "@landfall/core/cells/CellDirectory"
import { Effect, Layer, Option } from "effect"

/**
 * The stores of API keys and tokens of a cell, which add each to the directory before it is stored, so that every server finds
 * its cell. One that is in the directory and was never stored opens nothing.
 */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const directory = yield* CellDirectory
    const keys = yield* ApiKeyStore
    const tokens = yield* DashboardTokenStore

    const register = Effect.fnUntraced(function* ({ hash, keyId }: DashboardToken) {
      const found = yield* keys.findById(keyId)
      if (Option.isSome(found)) yield* directory.addSecrets(found.value.account.id, [hash])
    })

    const registeredKeys = ApiKeyStore.of({
      ...keys,
      add: (key) => Effect.andThen(directory.addSecrets(key.accountId, [key.hash]), keys.add(key)),
      addFirst: (key, before = Effect.void) =>
        keys.addFirst(key, Effect.andThen(directory.addSecrets(key.accountId, [key.hash]), before)),
      addWithinLimits: (key) =>
        Effect.andThen(directory.addSecrets(key.accountId, [key.hash]), keys.addWithinLimits(key))
    })
    const registeredTokens = DashboardTokenStore.of({
      ...tokens,
      add: (token, expiredBefore) => Effect.andThen(register(token), tokens.add(token, expiredBefore)),
      redeem: (link, session, at) => Effect.andThen(register(session), tokens.redeem(link, session, at))
    })
    return Layer.merge(Layer.succeed(ApiKeyStore, registeredKeys), Layer.succeed(DashboardTokenStore, registeredTokens))
  })
)
