import { Context, DateTime, type Effect, Result, Schema } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import type { LimitExceeded } from "../limits/Limits.ts"
import { HOUR_MILLIS } from "../time/Durations.ts"
import { AccountId } from "./Account.ts"

/** The idempotency key of a request: a UUID chosen by the caller. */
export const IdempotencyKey = Schema.String.pipe(
  Schema.check(Schema.isUUID(undefined, { message: "must be a UUID, such as 9b2f6c1e-3f0a-4a57-8d5e-2f1f0c7b9a11" })),
  Schema.brand("IdempotencyKey")
)
export type IdempotencyKey = typeof IdempotencyKey.Type

/** The retention of a response, in hours. */
export const IDEMPOTENCY_RETENTION_HOURS = 24

/** The owner of a request: an account, or the operator, who has none. */
export const RequestOwner = Schema.Union([AccountId, Schema.Literal("operator")])
export type RequestOwner = typeof RequestOwner.Type

/**
 * The first response to a request, which later requests with the same key receive. `body` is its stored form: large
 * responses are stored as the ids from which a repeated request makes them again.
 */
export interface StoredResponse {
  readonly status: number
  readonly body: string
}

/** The size of a key beside its response, in bytes: its own columns and their index. */
const KEY_BYTES = 256

/** The size of a stored response in `account.idempotentBytes`. Bodies are JSON of ids, a byte for each character. */
export const storedBytesOf = ({ body }: StoredResponse): number => KEY_BYTES + body.length

/** The expiry of a response that is stored now. */
export const responseExpiry = (now: DateTime.Utc): DateTime.Utc =>
  DateTime.add(now, { hours: IDEMPOTENCY_RETENTION_HOURS })

/** Whether the stored responses of an owner count: those of an account, by `account.idempotentBytes`. */
export const isCounted = (owner: RequestOwner): owner is AccountId => owner !== "operator"

/**
 * The end of the count of the bytes of a response, in milliseconds since the epoch: the end of the hour in which it
 * expires.
 */
export const countEnd = (expiresAt: DateTime.Utc): number =>
  (Math.floor(expiresAt.epochMilliseconds / HOUR_MILLIS) + 1) * HOUR_MILLIS

/** A request with an idempotency key: its owner, its operation, and the fingerprint of its content. */
export interface IdempotentRequest {
  readonly owner: RequestOwner
  readonly operation: string
  readonly key: IdempotencyKey
  /** A digest of the request; the same key with another fingerprint is rejected. */
  readonly fingerprint: string
  readonly now: DateTime.Utc
}

/** The key was already used for another request. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {
  key: IdempotencyKey
}) {}

/** The response to a request whose key has a stored response. Fails when that is the response to another request. Pure. */
export const repeatedResponse = (
  stored: { readonly fingerprint: string; readonly response: StoredResponse },
  { fingerprint, key }: IdempotentRequest
): Result.Result<StoredResponse, IdempotencyKeyReused> =>
  stored.fingerprint === fingerprint ? Result.succeed(stored.response) : Result.fail(new IdempotencyKeyReused({ key }))

/** A request with this key is in progress. */
export class IdempotentRequestInFlight extends Schema.TaggedError<IdempotentRequestInFlight>()(
  "IdempotentRequestInFlight",
  { key: IdempotencyKey }
) {}

/** Makes operations idempotent. */
export class Idempotency extends Context.Service<
  Idempotency,
  {
    /**
     * Runs `effect` once per key. Its changes and its response commit together; when it fails, nothing is stored. Within
     * 24 hours the same request receives the first response. `effect` may change stores, and nothing else. Fails when
     * the stored responses of the account exceed `account.idempotentBytes`; the operator has no such limit.
     *
     * @param before runs first and outside the transaction, for example a DNS look-up; it blocks no other request
     */
    readonly once: <E, R, E2 = never, R2 = never>(
      request: IdempotentRequest,
      effect: Effect.Effect<StoredResponse, E, R>,
      before?: Effect.Effect<void, E2, R2>
    ) => Effect.Effect<
      StoredResponse,
      E | E2 | IdempotencyKeyReused | IdempotentRequestInFlight | LimitExceeded | StorageError,
      R | R2
    >
  }
>()("@landfall/core/accounts/Idempotency") {}
