import { Context, type Effect, type Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { MessageId } from "../Message.ts"
import type { RedactedHeaders } from "../sending/CustomHeaders.ts"
import type { SecretRing } from "../sending/SigningSecret.ts"
import type { AttemptOutcome, AttemptTrigger } from "./Delivery.ts"
import type { CustomRetryPolicy, RetryDecision } from "./RetryPolicy.ts"

/** A delivery that one worker alone may send until its lease ends. */
export interface DeliveryLease {
  readonly messageId: MessageId
  readonly endpointId: EndpointId
  /** Fences the outcome: it is recorded only while this token still holds the delivery. */
  readonly token: string
  /** The number of the attempt to be made, from 1. */
  readonly attempt: number
  /** How many attempts were made before the policy began anew, because somebody asked for the delivery again. */
  readonly attemptsBefore: number
  readonly trigger: AttemptTrigger
  readonly url: string
  readonly body: string
  readonly secrets: SecretRing
  readonly headers: RedactedHeaders
  /** None: the default policy. */
  readonly retryPolicy: Option.Option<CustomRetryPolicy>
}

/** How much of each endpoint's work one claim may take. */
export interface ClaimQuota {
  /** The most deliveries of an endpoint. */
  readonly limitFor: (endpointId: EndpointId) => number
  /** The endpoints that have had theirs: their queues are not looked at. */
  readonly excludedEndpoints: ReadonlySet<EndpointId>
  /** The most deliveries that were tried before, of all endpoints together. */
  readonly maxRetries: number
}

/** All that is due. */
export const UNLIMITED_QUOTA: ClaimQuota = {
  limitFor: () => Number.MAX_SAFE_INTEGER,
  excludedEndpoints: new Set(),
  maxRetries: Number.MAX_SAFE_INTEGER
}

/** What came of a lease, with what follows. Instants in milliseconds since the epoch. */
export interface LeaseOutcome {
  readonly lease: DeliveryLease
  readonly startedAt: number
  readonly durationMillis: number
  /** How long after the start the answer's first byte came; undefined when there was no answer. */
  readonly responseStartMillis: number | undefined
  readonly outcome: AttemptOutcome
  readonly next: RetryDecision
}

/**
 * The deliveries that wait to be sent, in a queue for each endpoint. Claims go round the endpoints, those that have
 * waited longest for their turn first, so that no endpoint's backlog stands before another's. Within an endpoint what was
 * never tried goes before what was. Rate limits hold over all who claim. Claiming and recording are each one transaction;
 * nothing is sent inside one. A delivery whose lease has ended is due again. Instants are those of the caller's clock.
 */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /** Leases up to `limit` due deliveries for `leaseMillis`, of each endpoint no more than its share. */
    readonly claim: (
      limit: number,
      leaseMillis: number,
      shares?: ClaimQuota
    ) => Effect.Effect<ReadonlyArray<DeliveryLease>, StorageError>
    /**
     * Records outcomes with their attempts in one transaction, and answers those whose lease was lost: not recorded.
     * Follows the health of their endpoints, disables what did nothing but fail, and tells those who asked to be told.
     */
    readonly record: (outcomes: ReadonlyArray<LeaseOutcome>) => Effect.Effect<ReadonlyArray<LeaseOutcome>, StorageError>
    /** Gives leases back unsent: due again at once, no attempt counted. */
    readonly release: (leases: ReadonlyArray<DeliveryLease>) => Effect.Effect<void, StorageError>
    /**
     * When an endpoint is next to be looked at, in milliseconds since the epoch; leases count when they end.
     *
     * @param without endpoints that do not count
     */
    readonly nextDueAt: (without?: ReadonlySet<EndpointId>) => Effect.Effect<Option.Option<number>, StorageError>
    /** Completes when work may have arrived since the last claim; may complete for nothing. */
    readonly arrival: Effect.Effect<void>
  }
>()("@landfall/core/alerts/delivery/DeliveryQueue") {}
