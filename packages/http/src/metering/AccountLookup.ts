import type { Account } from "@landfall/core/accounts/Account"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Cache, Context, Duration, Effect, Exit, Layer, Option } from "effect"

/** How long the account of a key is cached: a change of keys or accounts takes effect within one second. */
const KEY_TTL = Duration.seconds(1)
const MAX_CACHED_KEYS = 10_000
const MAX_KEY_LENGTH = 256

/** Finds the account that an API key opens. */
export class AccountLookup extends Context.Service<
  AccountLookup,
  {
    /** The account that a key opens, at most one second behind the store; none when the key is unknown or revoked. */
    readonly findByApiKey: (key: string) => Effect.Effect<Option.Option<Account>, StorageError>
  }
>()("@landfall/http/metering/AccountLookup") {
  static readonly layer = Layer.effect(
    AccountLookup,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      // Cached by digest, so that no key stays in memory. Unknown keys are not cached, so that guesses evict no account.
      const accounts = yield* Cache.makeWith(keys.findAccount, {
        capacity: MAX_CACHED_KEYS,
        timeToLive: (exit) => (Exit.isSuccess(exit) && Option.isSome(exit.value) ? KEY_TTL : 0)
      })
      return AccountLookup.of({
        findByApiKey: (key) =>
          key.length > MAX_KEY_LENGTH
            ? Effect.succeedNone
            : Effect.flatMap(keys.hash(key), (hash) => Cache.get(accounts, hash))
      })
    })
  )
}
