import { Context, type Effect, type Option } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import type { AttemptOutcome } from "./Delivery.ts"
import type { EndpointId } from "./EndpointId.ts"
import type { MessageId } from "./Message.ts"
import type { NextStep } from "./RetryPolicy.ts"
import type { SecretRing } from "./SigningSecret.ts"

/** A delivery that one worker alone may send until its lease ends. */
export interface Lease {
  readonly messageId: MessageId
  readonly endpointId: EndpointId
  /** Fences the outcome: it is recorded only while this token still holds the delivery. */
  readonly token: string
  /** The number of the attempt to be made, from 1. */
  readonly attempt: number
  readonly url: string
  readonly body: string
  readonly secrets: SecretRing
}

/** What came of a lease, with what follows. Instants in milliseconds since the epoch. */
export interface Outcome {
  readonly lease: Lease
  readonly startedAt: number
  readonly durationMillis: number
  readonly outcome: AttemptOutcome
  readonly next: NextStep
}

/**
 * The deliveries that wait to be sent. Claiming and recording are each one transaction; nothing is sent inside one. A
 * delivery whose lease has ended is due again.
 */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /** Leases up to `limit` due deliveries for `leaseMillis`, the longest due first. */
    readonly claim: (limit: number, leaseMillis: number) => Effect.Effect<ReadonlyArray<Lease>, StorageError>
    /** Records outcomes with their attempts in one transaction, and answers those whose lease was lost: not recorded. */
    readonly record: (outcomes: ReadonlyArray<Outcome>) => Effect.Effect<ReadonlyArray<Outcome>, StorageError>
    /** Gives leases back unsent: due again at once, no attempt counted. */
    readonly release: (leases: ReadonlyArray<Lease>) => Effect.Effect<void, StorageError>
    /** When the next delivery is due, in milliseconds since the epoch; leases count when they end. */
    readonly nextDueAt: Effect.Effect<Option.Option<number>, StorageError>
    /** Completes when work may have arrived since the last claim; may complete for nothing. */
    readonly arrival: Effect.Effect<void>
  }
>()("@landfall/core/alerts/DeliveryQueue") {}
