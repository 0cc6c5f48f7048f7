import type { Account } from "@landfall/core/accounts/Account"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Cache, Context, Duration, Effect, Exit, Layer, Option } from "effect"

/** How long a key that was looked up is taken as it was: what commands change is seen within a second. */
const KEY_TTL = Duration.seconds(1)
const MAX_CACHED_KEYS = 10_000
const MAX_KEY_LENGTH = 256

/** Who is behind the API keys of requests. */
export class AccountLookup extends Context.Service<
  AccountLookup,
  {
    /** The account that a key opens, at most a second behind the store; none when the key is unknown or revoked. */
    readonly findByApiKey: (key: string) => Effect.Effect<Option.Option<Account>, StorageError>
  }
>()("@landfall/http/AccountLookup") {
  static readonly layer = Layer.effect(
    AccountLookup,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      // By the digest, so that no key stays in memory; what is not found is not kept, so that guesses push nothing out.
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
