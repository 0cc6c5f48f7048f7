import { Context, DateTime, type Effect, type Option, type Redacted } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { MessageId } from "../Message.ts"
import type { CustomHeaders, RedactedHeaders } from "../sending/CustomHeaders.ts"
import type { DeliveryFormat } from "../sending/DeliveryFormat.ts"
import type { PostponeReason } from "../sending/SendPostponed.ts"
import type { SecretRing } from "../sending/SigningSecret.ts"
import type { AttemptOutcome, AttemptTrigger, Delivery } from "./Delivery.ts"
import type { DeliveryEvent } from "./DeliveryStateMachine.ts"
import type { CustomRetryPolicy, RetryDecision } from "./RetryPolicy.ts"

/** A delivery that one worker alone may send until its lease expires. */
export interface DeliveryLease {
  readonly messageId: MessageId
  readonly endpointId: EndpointId
  /** The owner of the endpoint. */
  readonly accountId: AccountId
  /** Fences the outcome: it is recorded only while the delivery is leased under this token. */
  readonly token: string
  /** The number of the attempt to be made, from 1. */
  readonly attempt: number
  /** Attempts made before the current run of the retry policy. */
  readonly attemptsBefore: number
  readonly trigger: AttemptTrigger
  /** Without its password, which is `***`. */
  readonly url: string
  /** The credentials of the URL, percent-encoded. */
  readonly urlSecret?: Redacted.Redacted<string>
  /** The body in the standard format. */
  readonly body: string
  readonly format: DeliveryFormat
  readonly secrets: SecretRing
  readonly headers: RedactedHeaders
  /** None: the default policy. */
  readonly retryPolicy: Option.Option<CustomRetryPolicy>
}

/** The queues that a claim does not read. */
export interface QueueExclusions {
  /** The endpoints whose limit is reached. */
  readonly excludedEndpoints: ReadonlySet<EndpointId>
  /** The accounts whose limit is reached. */
  readonly excludedAccounts: ReadonlySet<AccountId>
}

/** Every queue is read. */
export const NO_EXCLUSIONS: QueueExclusions = { excludedEndpoints: new Set(), excludedAccounts: new Set() }

/** The maximum number of deliveries of an account in one claim. */
export interface AccountQuota {
  readonly total: number
  /** The maximum number of these to endpoints that are not known to respond soon. */
  readonly uncertain: number
  /** The instant of the next turn of such an endpoint, once these are used up. */
  readonly uncertainDelayMillis: number
}

/** The maximum number of deliveries of one claim. */
export interface ClaimQuota extends QueueExclusions {
  /** The maximum number of deliveries of an endpoint. */
  readonly limitFor: (endpointId: EndpointId) => number
  readonly limitForAccount: (accountId: AccountId) => AccountQuota
  /** Whether an endpoint is not known to respond soon. */
  readonly isUncertain: (endpointId: EndpointId) => boolean
  /** The maximum number of deliveries that were attempted before, over all endpoints. */
  readonly maxRetries: number
}

/** Every due delivery. */
export const UNLIMITED_QUOTA: ClaimQuota = {
  ...NO_EXCLUSIONS,
  limitFor: () => Number.MAX_SAFE_INTEGER,
  limitForAccount: () => ({
    total: Number.MAX_SAFE_INTEGER,
    uncertain: Number.MAX_SAFE_INTEGER,
    uncertainDelayMillis: 0
  }),
  isUncertain: () => false,
  maxRetries: Number.MAX_SAFE_INTEGER
}

/** The outcome of a lease with the decision that follows it. Instants in milliseconds since the epoch. */
export interface LeaseOutcome {
  readonly lease: DeliveryLease
  readonly startedAt: number
  readonly durationMillis: number
  /** The time from the start to the first byte of the response; undefined without a response. */
  readonly responseStartMillis: number | undefined
  /** As in `Attempt`; absent when the request was not made. */
  readonly requestHeaders?: CustomHeaders
  readonly outcome: AttemptOutcome
  readonly next: RetryDecision
}

/** A lease that ends without an attempt, and the reason why the deliveries of its endpoint wait. */
export interface LeasePostponement {
  readonly lease: DeliveryLease
  readonly reason: PostponeReason
  /** One sentence, which the owner of the endpoint reads. */
  readonly message: string
  /** When the deliveries of the endpoint are tried again, in milliseconds since the epoch. */
  readonly until: number
}

/** When an attempt ended, in milliseconds since the epoch. */
export const attemptEndedAt = ({ startedAt, durationMillis }: LeaseOutcome): number => startedAt + durationMillis

/** The delivery of a lease, for the state machine. A lease does not carry its end, so `at` stands for it. */
export const leasedDelivery = ({ attempt, attemptsBefore, trigger }: DeliveryLease, at: DateTime.Utc): Delivery => ({
  state: { _tag: "Leased", attempts: attempt - 1, until: at },
  attemptsBefore,
  trigger
})

/** The event by which an outcome changes its delivery. */
export const attemptedEvent = (
  outcome: LeaseOutcome,
  endpointInactive: boolean,
  recordedAt: DateTime.Utc
): DeliveryEvent => ({
  _tag: "Attempted",
  decision: outcome.next,
  endedAt: DateTime.makeUnsafe(attemptEndedAt(outcome)),
  recordedAt,
  endpointInactive
})

/**
 * The deliveries that wait to be sent, in a queue for each endpoint. Claims serve the queues in rounds, the longest
 * waiting first and within the quota of each account. Within a queue, first attempts go before retries. Rate limits hold
 * over all workers. Claiming and recording are one transaction each; nothing is sent inside one. A delivery whose lease
 * has expired is due again. Instants are those of the caller's clock.
 */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /** Leases up to `limit` due deliveries for `leaseMillis`, within the quota. */
    readonly claim: (
      limit: number,
      leaseMillis: number,
      quota?: ClaimQuota
    ) => Effect.Effect<ReadonlyArray<DeliveryLease>, StorageError>
    /**
     * Records outcomes with their attempts in one transaction, and returns those that were not recorded because their
     * lease was lost. Reviews the health of the endpoints, disables those that only fail, and posts operational
     * messages.
     */
    readonly record: (outcomes: ReadonlyArray<LeaseOutcome>) => Effect.Effect<ReadonlyArray<LeaseOutcome>, StorageError>
    /** Returns leases without an attempt: the deliveries are due again immediately. */
    readonly release: (leases: ReadonlyArray<DeliveryLease>) => Effect.Effect<void, StorageError>
    /**
     * Returns leases without an attempt. The queues of their endpoints wait until the latest `until`, and show the reason
     * meanwhile.
     */
    readonly postpone: (postponements: ReadonlyArray<LeasePostponement>) => Effect.Effect<void, StorageError>
    /**
     * When the next queue is due, or earlier, in milliseconds since the epoch; a leased delivery is due when its lease expires.
     *
     * @param without the queues that are ignored
     */
    readonly nextDueAt: (without?: QueueExclusions) => Effect.Effect<Option.Option<number>, StorageError>
    /** Completes when work may have arrived since the last claim; may complete without any. */
    readonly arrival: Effect.Effect<void>
  }
>()("@landfall/core/alerts/delivery/DeliveryQueue") {}
