import { Context, type DateTime, type Effect, Schema } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import { AccountId } from "./Account.ts"

/** The idempotency key of a request: a UUID chosen by the caller. */
export const IdempotencyKey = Schema.String.pipe(
  Schema.check(Schema.isUUID(undefined, { message: "must be a UUID, such as 9b2f6c1e-3f0a-4a57-8d5e-2f1f0c7b9a11" })),
  Schema.brand("IdempotencyKey")
)
export type IdempotencyKey = typeof IdempotencyKey.Type

/** The retention of a response, in hours. */
export const IDEMPOTENCY_RETENTION_HOURS = 24

/** Whose request it is: that of an account, or of the operator, who has none. */
export const RequestOwner = Schema.Union([AccountId, Schema.Literal("operator")])
export type RequestOwner = typeof RequestOwner.Type

/** The first response to a request, which later requests with the same key receive. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
}

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
     * Runs `effect` once per key. Its changes and its response commit together, so that a crash leaves neither a key
     * without its effect nor an effect without its key; when it fails, nothing is stored. Within 24 hours the same
     * request receives the first response. `effect` may change stores, and nothing else.
     *
     * @param before runs first and outside the transaction, for example a DNS look-up; it blocks no other request, and its
     * result has no influence on a request that already has a response
     */
    readonly once: <E, R, E2 = never, R2 = never>(
      request: IdempotentRequest,
      effect: Effect.Effect<StoredResponse, E, R>,
      before?: Effect.Effect<void, E2, R2>
    ) => Effect.Effect<StoredResponse, E | E2 | IdempotencyKeyReused | IdempotentRequestInFlight | StorageError, R | R2>
  }
>()("@landfall/core/accounts/Idempotency") {}
