import { Brand, Context, Effect, type Option, Redacted, Schema } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { StorageError } from "../faults/StorageError.ts"
import { type Account, AccountId } from "./Account.ts"

/** The id of a key: `key_` and a ULID. It identifies the key in lists and logs, and is not secret. */
export const ApiKeyId = Schema.String.pipe(Schema.check(Schema.isStartingWith("key_")), Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

/** SHA-256 of a key in lower-case hexadecimal, the only stored form. */
export const ApiKeyHash = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  Schema.brand("ApiKeyHash")
)
export type ApiKeyHash = typeof ApiKeyHash.Type

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

export class ApiKey extends Schema.Class<ApiKey>("@landfall/core/accounts/ApiKey")({
  id: ApiKeyId,
  accountId: AccountId,
  name: Schema.NonEmptyString,
  hash: ApiKeyHash,
  createdAt: Schema.DateTimeUtc,
  revokedAt: Schema.Option(Schema.DateTimeUtc)
}) {}

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", { id: ApiKeyId }) {}

/** Stores keys by their hash. A store never receives the secret itself. */
export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /** Adds a key; adding the same hash to the same account again changes nothing. */
    readonly add: (key: ApiKey) => Effect.Effect<void, StorageError>
    /** Adds a key unless its account has one, revoked or not; returns whether the key was added. */
    readonly addFirst: (key: ApiKey) => Effect.Effect<boolean, StorageError>
    /** The account whose unrevoked key has this hash; none when the key is unknown or revoked. */
    readonly authenticate: (hash: ApiKeyHash) => Effect.Effect<Option.Option<Account>, StorageError>
    /** Every key of the account, revoked ones included, oldest first. */
    readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<ApiKey>, StorageError>
    /** Revokes a key at `at`; revoking it again does not change the instant. */
    readonly revoke: (id: ApiKeyId, at: number) => Effect.Effect<ApiKey, ApiKeyNotFound | StorageError>
  }
>()("@landfall/core/accounts/ApiKeyStore") {}

const encoder = new TextEncoder()
/** Brands a digest without a check, because it has the form of a hash. */
const asHash = Brand.nominal<ApiKeyHash>()

/**
 * The stored form of a key. A plain digest suffices, because keys are long and random; a slow password hash would add no
 * protection, and every request computes one.
 */
export const hashApiKey = (secret: string): Effect.Effect<ApiKeyHash, never, Digest.Digest> =>
  Effect.flatMap(Digest.Digest, (digest) => Effect.map(digest.digestHex(Digest.sha256, encoder.encode(secret)), asHash))

/** Generates a secret: `lf_` and 32 random bytes in base64url. */
export const makeApiKeySecret = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const bytes = yield* random.randomBytes(32)
  return Redacted.make(ApiKeySecret.make(`lf_${Base64Url.encode(bytes)}`))
})
