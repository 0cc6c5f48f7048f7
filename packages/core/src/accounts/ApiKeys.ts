import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import type { StorageError } from "../faults/StorageError.ts"
import type { Account, AccountId } from "./Account.ts"
import { ApiKey, type ApiKeyHash, ApiKeyId, ApiKeyStore, hashApiKey, makeApiKeySecret } from "./ApiKey.ts"

/** A new key with its secret, which is shown once and never stored. */
export interface IssuedKey {
  readonly key: ApiKey
  readonly secret: Redacted.Redacted<string>
}

/** Issues and resolves API keys. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** Adds a key with the given secret, or with a new one. The same secret for the same account is added once. */
    readonly issue: (
      accountId: AccountId,
      name: string,
      secret: Option.Option<Redacted.Redacted<string>>
    ) => Effect.Effect<IssuedKey, StorageError>
    /** Adds a key with a new secret unless the account has a key; none when it has. */
    readonly issueFirst: (accountId: AccountId, name: string) => Effect.Effect<Option.Option<IssuedKey>, StorageError>
    /** The stored hash of a secret. */
    readonly hash: (secret: string) => Effect.Effect<ApiKeyHash>
    /** The account of the key with this hash; none when the key is unknown or revoked. */
    readonly findAccount: (hash: ApiKeyHash) => Effect.Effect<Option.Option<Account>, StorageError>
  }
>()("@landfall/core/accounts/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const random = yield* SecureRandom.SecureRandom
      const digest = yield* Digest.Digest
      const hash = (secret: string) => Effect.provideService(hashApiKey(secret), Digest.Digest, digest)

      const newSecret = Effect.provideService(makeApiKeySecret, SecureRandom.SecureRandom, random)

      const keyOf = Effect.fnUntraced(function* (
        accountId: AccountId,
        name: string,
        secret: Redacted.Redacted<string>
      ) {
        const key = new ApiKey({
          id: ApiKeyId.make(`key_${yield* random.ulid}`),
          accountId,
          name,
          hash: yield* hash(Redacted.value(secret)),
          createdAt: yield* DateTime.now,
          revokedAt: Option.none()
        })
        return { key, secret }
      })

      const issue = Effect.fn("ApiKeys.issue")(function* (
        accountId: AccountId,
        name: string,
        given: Option.Option<Redacted.Redacted<string>>
      ) {
        const issued = yield* keyOf(accountId, name, Option.isSome(given) ? given.value : yield* newSecret)
        yield* store.add(issued.key)
        return issued
      })

      const issueFirst = Effect.fn("ApiKeys.issueFirst")(function* (accountId: AccountId, name: string) {
        const issued = yield* keyOf(accountId, name, yield* newSecret)
        return (yield* store.addFirst(issued.key)) ? Option.some(issued) : Option.none()
      })

      return ApiKeys.of({
        issue,
        issueFirst,
        hash,
        findAccount: store.authenticate
      })
    })
  )
}
