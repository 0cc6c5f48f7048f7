import { Context, type DateTime, type Effect, Schema } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import type { AccountId } from "./Account.ts"

/** A caller's key for one request of one operation: a UUID. */
export const IdempotencyKey = Schema.String.pipe(
  Schema.check(Schema.isUUID(undefined, { message: "must be a UUID, such as 9b2f6c1e-3f0a-4a57-8d5e-2f1f0c7b9a11" })),
  Schema.brand("IdempotencyKey")
)
export type IdempotencyKey = typeof IdempotencyKey.Type

/** How long an answer is kept for its key. */
export const IDEMPOTENCY_RETENTION_HOURS = 24

/** What was answered first, and is answered again. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
}

export interface IdempotentRequest {
  readonly accountId: AccountId
  readonly operation: string
  readonly key: IdempotencyKey
  /** A digest of the request: the same key with another fingerprint is refused. */
  readonly fingerprint: string
  readonly now: DateTime.Utc
}

/** The key was used for another request. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {
  key: IdempotencyKey
}) {}

/** A request with this key is being answered right now. */
export class IdempotentRequestInFlight extends Schema.TaggedError<IdempotentRequestInFlight>()(
  "IdempotentRequestInFlight",
  { key: IdempotencyKey }
) {}

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /**
     * Runs `effect` once for a key. Its changes and its answer commit together, so a crash leaves neither a key without
     * an effect nor an effect without its key; when it fails, nothing is kept. Within 24 hours the same request gets
     * the first answer again. `effect` may change stores, and nothing else.
     *
     * @param before what is asked of others first, such as a name server: it holds up nobody else, and what it says of a
     * request that was answered changes nothing
     */
    readonly once: <E, R, E2 = never, R2 = never>(
      request: IdempotentRequest,
      effect: Effect.Effect<StoredResponse, E, R>,
      before?: Effect.Effect<void, E2, R2>
    ) => Effect.Effect<StoredResponse, E | E2 | IdempotencyKeyReused | IdempotentRequestInFlight | StorageError, R | R2>
  }
>()("@landfall/core/accounts/Idempotency") {}
