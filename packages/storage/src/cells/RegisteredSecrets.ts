import { AccountStore } from "@landfall/core/accounts/Account"
import { type ApiKey, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { type DashboardToken, DashboardTokenStore } from "@landfall/core/accounts/DashboardToken"
import { CellDirectory, type DirectorySecret } from "@landfall/core/cells/CellDirectory"
import type { CellName } from "@landfall/core/cells/CellName"
import { Effect, Layer, Option } from "effect"

/**
 * The store of the accounts of another cell than the home cell, which puts each into the directory before it is stored. One
 * that is in the directory and was never stored has no key.
 */
export const accountsLayer = (cell: CellName) =>
  Layer.effect(
    AccountStore,
    Effect.gen(function* () {
      const directory = yield* CellDirectory
      const accounts = yield* AccountStore
      return AccountStore.of({
        ...accounts,
        create: (account) => Effect.andThen(directory.place(account.id, cell), accounts.create(account))
      })
    })
  )

const secretOf = ({ hash }: Pick<ApiKey, "hash">): DirectorySecret => ({ hash, expiresAt: Option.none() })

/**
 * The store of API keys of a cell, which adds each to the directory before it is stored, so that every server finds its cell.
 * One that is in the directory and was never stored opens nothing.
 */
export const keysLayer = Layer.effect(
  ApiKeyStore,
  Effect.gen(function* () {
    const directory = yield* CellDirectory
    const keys = yield* ApiKeyStore
    return ApiKeyStore.of({
      ...keys,
      add: (key) => Effect.andThen(directory.addSecrets(key.accountId, [secretOf(key)]), keys.add(key)),
      addFirst: (key, before = Effect.void) =>
        keys.addFirst(key, Effect.andThen(directory.addSecrets(key.accountId, [secretOf(key)]), before)),
      addWithinLimits: (key) =>
        Effect.andThen(directory.addSecrets(key.accountId, [secretOf(key)]), keys.addWithinLimits(key))
    })
  })
)

/** As `keysLayer`, for the tokens of the dashboard and of portals. */
const tokensLayer = Layer.effect(
  DashboardTokenStore,
  Effect.gen(function* () {
    const directory = yield* CellDirectory
    const keys = yield* ApiKeyStore
    const tokens = yield* DashboardTokenStore

    const register = Effect.fnUntraced(function* ({ hash, keyId, expiresAt }: DashboardToken) {
      const accountKey = yield* keys.findById(keyId)
      if (Option.isSome(accountKey))
        yield* directory.addSecrets(accountKey.value.account.id, [{ hash, expiresAt: Option.some(expiresAt) }])
    })
    return DashboardTokenStore.of({
      ...tokens,
      add: (token, expiredBefore) => Effect.andThen(register(token), tokens.add(token, expiredBefore)),
      redeem: (link, session, at) => Effect.andThen(register(session), tokens.redeem(link, session, at))
    })
  })
)

/** The stores of API keys and of tokens of a cell, which register what they add. */
export const layer = Layer.merge(keysLayer, tokensLayer)
