import { Brand, Context, type DateTime, Effect, Option, Redacted, Result, Schema } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { StorageError } from "../faults/StorageError.ts"
import type { LimitExceeded } from "../limits/Limits.ts"
import type { Page, PageRequest } from "../listing/Page.ts"
import { type Account, AccountId } from "./Account.ts"
import { AllowedNetworks } from "./AllowedNetworks.ts"

/** The id of a key: `key_` and a ULID. It identifies the key in lists and logs, and is not secret. */
export const ApiKeyId = Schema.String.pipe(Schema.check(Schema.isStartingWith("key_")), Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

/** SHA-256 of a key in lower-case hexadecimal, the only stored form. */
export const ApiKeyHash = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  Schema.brand("ApiKeyHash")
)
export type ApiKeyHash = typeof ApiKeyHash.Type

/** The fewest characters of an API key. */
export const MIN_KEY_LENGTH = 16
const MAX_KEY_LENGTH = 256

/** The secret that a caller sends in the header `API_KEY`: printable ASCII without spaces, 16 to 256 characters. */
export const ApiKeySecret = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[\x21-\x7e]+$/, { message: "must be printable ASCII without blanks" }),
    Schema.isMinLength(MIN_KEY_LENGTH, { message: `must have at least ${MIN_KEY_LENGTH} characters` }),
    Schema.isMaxLength(MAX_KEY_LENGTH, { message: `must have at most ${MAX_KEY_LENGTH} characters` })
  ),
  Schema.brand("ApiKeySecret")
)
export type ApiKeySecret = typeof ApiKeySecret.Type

/** An API key of an account: its hash, its scope and its limits. The secret itself is not stored. */
export class ApiKey extends Schema.Class<ApiKey>("@landfall/core/accounts/ApiKey")({
  id: ApiKeyId,
  accountId: AccountId,
  name: Schema.NonEmptyString,
  hash: ApiKeyHash,
  /** The first characters of the secret, by which a person recognises it; none for a key of an earlier version. */
  prefix: Schema.Option(Schema.String),
  createdAt: Schema.DateTimeUtc,
  /** The first instant at which the key is no longer valid. */
  expiresAt: Schema.Option(Schema.DateTimeUtc),
  /** The networks that the key may be used from; empty: every address. */
  allowedNetworks: AllowedNetworks,
  /** The last use, at most a few seconds behind; none when the key was never used. */
  lastUsedAt: Schema.Option(Schema.DateTimeUtc),
  revokedAt: Schema.Option(Schema.DateTimeUtc)
}) {}

/** `valid` keys open their account; `expired` and `revoked` keys open none. */
export type ApiKeyState = "valid" | "expired" | "revoked"

/** The state of a key at an instant. */
export const apiKeyState = (key: ApiKey, now: DateTime.Utc): ApiKeyState => {
  if (Option.isSome(key.revokedAt)) return "revoked"
  return Option.exists(key.expiresAt, (end) => end.epochMilliseconds <= now.epochMilliseconds) ? "expired" : "valid"
}

/** Whether a use at `at` (milliseconds since the epoch) is later than the last use that is stored of a key. */
export const isLaterUse = ({ lastUsedAt }: Pick<ApiKey, "lastUsedAt">, at: number): boolean =>
  !Option.exists(lastUsedAt, (last) => last.epochMilliseconds >= at)

/** A key with its account. */
export interface AccountKey {
  readonly account: Account
  readonly key: ApiKey
}

/** No API key of this account has this id. */
export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", { id: Schema.String }) {}

/** The secret of a new key is the secret of a key of another account. A secret identifies one account. */
export class ApiKeyTaken extends Schema.TaggedError<ApiKeyTaken>()("ApiKeyTaken", {
  /** The stored key with this secret, and its account. */
  id: ApiKeyId,
  accountId: AccountId,
  /** The account of the new key. */
  requestedFor: AccountId
}) {}

/** The result of adding a key whose hash is stored: the stored key, if it is of the same account. Pure. */
export const addedKey = (stored: ApiKey, { accountId }: ApiKey): Result.Result<ApiKey, ApiKeyTaken> =>
  stored.accountId === accountId
    ? Result.succeed(stored)
    : Result.fail(new ApiKeyTaken({ id: stored.id, accountId: stored.accountId, requestedFor: accountId }))

/** Stores keys by their hash. A store never receives the secret itself. */
export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /** Adds a key; adding the same hash to the same account again changes nothing. Returns the stored key. */
    readonly add: (key: ApiKey) => Effect.Effect<ApiKey, ApiKeyTaken | StorageError>
    /**
     * Adds a key unless its account has one, revoked or not; returns whether the key was added. `before` runs once it is
     * certain that the key is the first; when it fails, nothing is stored.
     */
    readonly addFirst: <E = never>(
      key: ApiKey,
      before?: Effect.Effect<void, E>
    ) => Effect.Effect<boolean, E | StorageError>
    /**
     * Adds a new key that a key of its account makes. Fails when the account has as many valid keys at `createdAt` as
     * `account.keys` allows, or has made as many as `account.createdKeys` allows.
     */
    readonly addWithinLimits: (key: ApiKey) => Effect.Effect<void, LimitExceeded | StorageError>
    /** The key with this hash, in any state, and its account; none when the key is unknown. */
    readonly find: (hash: ApiKeyHash) => Effect.Effect<Option.Option<AccountKey>, StorageError>
    /** The key with this id, in any state, and its account; none when the key is unknown. */
    readonly findById: (id: ApiKeyId) => Effect.Effect<Option.Option<AccountKey>, StorageError>
    /** The keys with these hashes, in any state and of any account; at most one for each hash. */
    readonly findAll: (hashes: ReadonlyArray<ApiKeyHash>) => Effect.Effect<ReadonlyArray<ApiKey>, StorageError>
    /** Every key of the account, revoked ones included, oldest first. */
    readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<ApiKey>, StorageError>
    /** A page of the keys of the account, revoked ones included, oldest first. */
    readonly listPage: (accountId: AccountId, page: PageRequest) => Effect.Effect<Page<ApiKey>, StorageError>
    /** Revokes a key at `at`; revoking it again does not change the instant. */
    readonly revoke: (id: ApiKeyId, at: number) => Effect.Effect<ApiKey, ApiKeyNotFound | StorageError>
    /** Sets the last use of keys to `at`, unless a later one is stored (`isLaterUse`). Unknown ids are ignored. */
    readonly recordUse: (ids: ReadonlyArray<ApiKeyId>, at: number) => Effect.Effect<void, StorageError>
  }
>()("@landfall/core/accounts/ApiKeyStore") {}

const encoder = new TextEncoder()
/** Brands a digest without a check, because it has the form of a hash. */
const asHash = Brand.nominal<ApiKeyHash>()

/** The stored form of a key. */
export const hashApiKey = (secret: string): Effect.Effect<ApiKeyHash, never, Digest.Digest> =>
  // A plain digest suffices, because keys are long and random; a slow password hash would add no protection, and every
  // request computes one.
  Effect.flatMap(Digest.Digest, (digest) => hashApiKeyWith(digest, secret))

/** The stored form of a key, computed with a digest that the caller has: every request computes one. */
export const hashApiKeyWith = (digest: Digest.Digest["Service"], secret: string): Effect.Effect<ApiKeyHash> =>
  Effect.map(digest.digestHex(Digest.sha256, encoder.encode(secret)), asHash)

const SECRET_START = "lf_"
/** The characters of a secret that are stored: 4 of the 43 that are random, or of the 16 or more that an operator chose. */
const PREFIX_LENGTH = 4

/** The first characters of a secret, by which a person recognises it. */
export const prefixOf = (secret: string): string =>
  secret.slice(0, secret.startsWith(SECRET_START) ? SECRET_START.length + PREFIX_LENGTH : PREFIX_LENGTH)

/** Generates a secret: `lf_` and 32 random bytes in base64url. */
export const makeApiKeySecret = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const bytes = yield* random.randomBytes(32)
  return Redacted.make(ApiKeySecret.make(`${SECRET_START}${Base64Url.encode(bytes)}`))
})
