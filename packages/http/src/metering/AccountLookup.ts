import type { Account } from "@landfall/core/accounts/Account"
import { makeAddressTest } from "@landfall/core/accounts/AllowedNetworks"
import type { AccountKey, ApiKeyHash, ApiKeyId } from "@landfall/core/accounts/ApiKey"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Cache, Context, Duration, Effect, Exit, Layer, Option } from "effect"

/** How long a key is cached with its account: a change of either, or the end of the key, takes effect within one second. */
const KEY_TTL = Duration.seconds(1)
const MAX_CACHED_KEYS = 10_000
const MAX_KEY_LENGTH = 256

/** A valid key, prepared for the calls that use it. */
export interface PreparedKey {
  readonly id: ApiKeyId
  readonly account: Account
  /** Whether the key may be used from an address; absent when it may be used from every address. */
  readonly allowsAddress?: (address: string) => boolean
}

const prepareKey = ({ account, key }: AccountKey): PreparedKey =>
  key.allowedNetworks.length === 0
    ? { id: key.id, account }
    : { id: key.id, account, allowsAddress: makeAddressTest(key.allowedNetworks) }

/** Finds the account that an API key opens. */
export class AccountLookup extends Context.Service<
  AccountLookup,
  {
    /** The key and its account, at most one second behind the store; none when the key is unknown, expired or revoked. */
    readonly findByApiKey: (key: string) => Effect.Effect<Option.Option<PreparedKey>, StorageError>
  }
>()("@landfall/http/metering/AccountLookup") {
  static readonly layer = Layer.effect(
    AccountLookup,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      // Cached by digest, so that no key stays in memory. Unknown keys are not cached, so that guesses evict no account.
      const prepared = yield* Cache.makeWith(
        (hash: ApiKeyHash) => Effect.map(keys.authenticate(hash), Option.map(prepareKey)),
        {
          capacity: MAX_CACHED_KEYS,
          timeToLive: (exit) => (Exit.isSuccess(exit) && Option.isSome(exit.value) ? KEY_TTL : 0)
        }
      )
      return AccountLookup.of({
        findByApiKey: (key) =>
          key.length > MAX_KEY_LENGTH
            ? Effect.succeedNone
            : Effect.flatMap(keys.hash(key), (hash) => Cache.get(prepared, hash))
      })
    })
  )
}
