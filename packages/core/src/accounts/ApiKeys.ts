import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import type { StorageError } from "../faults/StorageError.ts"
import type { LimitExceeded } from "../limits/Limits.ts"
import type { AccountId } from "./Account.ts"
import type { AllowedNetworks } from "./AllowedNetworks.ts"
import {
  type AccountKey,
  ApiKey,
  type ApiKeyHash,
  ApiKeyId,
  ApiKeyStore,
  type ApiKeyTaken,
  apiKeyState,
  hashApiKeyWith,
  makeApiKeySecret,
  prefixOf
} from "./ApiKey.ts"

/** The settings of a new key. */
export interface KeyRequest {
  readonly accountId: AccountId
  readonly name: string
  /** The first instant at which the key is no longer valid; never by default. */
  readonly expiresAt?: DateTime.Utc
  /** The networks that the key may be used from; every address by default. */
  readonly allowedNetworks?: AllowedNetworks
}

/** A new key with its secret, which is shown once and never stored. */
export interface IssuedKey {
  readonly key: ApiKey
  readonly secret: Redacted.Redacted<string>
}

/** Issues and resolves API keys. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** Adds a key with a new secret. */
    readonly issue: (request: KeyRequest) => Effect.Effect<IssuedKey, StorageError>
    /** Adds a key with a new secret that a key of its account makes, within the limits of the account. */
    readonly issueWithinLimits: (request: KeyRequest) => Effect.Effect<IssuedKey, LimitExceeded | StorageError>
    /**
     * Adds a key with a secret that the operator chose, and returns the stored key. The same secret for the same
     * account is added once: its key remains unchanged, also when it is revoked.
     */
    readonly register: (
      request: KeyRequest,
      secret: Redacted.Redacted<string>
    ) => Effect.Effect<ApiKey, ApiKeyTaken | StorageError>
    /**
     * Adds a key unless the account has a key; none when it has. `deliver` hands the secret over before the key is
     * stored: when it fails, the key does not exist.
     */
    readonly issueFirst: <E = never>(
      request: KeyRequest,
      deliver: (secret: Redacted.Redacted<string>) => Effect.Effect<void, E>
    ) => Effect.Effect<Option.Option<IssuedKey>, E | StorageError>
    /** The stored hash of a secret. */
    readonly hash: (secret: string) => Effect.Effect<ApiKeyHash>
    /** The valid key with this hash and its account; none when the key is unknown, expired or revoked. */
    readonly authenticate: (hash: ApiKeyHash) => Effect.Effect<Option.Option<AccountKey>, StorageError>
  }
>()("@landfall/core/accounts/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const random = yield* SecureRandom.SecureRandom
      const digest = yield* Digest.Digest
      const hash = (secret: string) => hashApiKeyWith(digest, secret)

      const newSecret = Effect.provideService(makeApiKeySecret, SecureRandom.SecureRandom, random)

      const makeKey = Effect.fnUntraced(function* (request: KeyRequest, secret: Redacted.Redacted<string>) {
        const text = Redacted.value(secret)
        return new ApiKey({
          id: ApiKeyId.make(`key_${yield* random.ulid}`),
          accountId: request.accountId,
          name: request.name,
          hash: yield* hash(text),
          prefix: Option.some(prefixOf(text)),
          createdAt: yield* DateTime.now,
          expiresAt: Option.fromUndefinedOr(request.expiresAt),
          allowedNetworks: request.allowedNetworks ?? [],
          lastUsedAt: Option.none(),
          revokedAt: Option.none()
        })
      })

      const makeIssued = Effect.fnUntraced(function* (request: KeyRequest) {
        const secret = yield* newSecret
        return { key: yield* makeKey(request, secret), secret }
      })

      const issue = Effect.fn("ApiKeys.issue")(function* (request: KeyRequest) {
        const issued = yield* makeIssued(request)
        // A new secret has 256 random bits: no account has it.
        yield* Effect.catchTag(store.add(issued.key), "ApiKeyTaken", Effect.die)
        return issued
      })

      const issueWithinLimits = Effect.fn("ApiKeys.issueWithinLimits")(function* (request: KeyRequest) {
        const issued = yield* makeIssued(request)
        yield* store.addWithinLimits(issued.key)
        return issued
      })

      const register = Effect.fn("ApiKeys.register")(function* (
        request: KeyRequest,
        secret: Redacted.Redacted<string>
      ) {
        return yield* store.add(yield* makeKey(request, secret))
      })

      const issueFirst = Effect.fn("ApiKeys.issueFirst")(function* <E>(
        request: KeyRequest,
        deliver: (secret: Redacted.Redacted<string>) => Effect.Effect<void, E>
      ) {
        const issued = yield* makeIssued(request)
        const isFirst = yield* store.addFirst(issued.key, deliver(issued.secret))
        return isFirst ? Option.some(issued) : Option.none()
      })

      const authenticate = Effect.fnUntraced(function* (hash: ApiKeyHash) {
        const accountKey = yield* store.find(hash)
        const now = yield* DateTime.now
        return Option.filter(accountKey, ({ key }) => apiKeyState(key, now) === "valid")
      })

      return ApiKeys.of({ issue, issueWithinLimits, register, issueFirst, hash, authenticate })
    })
  )
}
