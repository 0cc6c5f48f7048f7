import { Context, type DateTime, type Effect, type Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { ShipmentId } from "../../alerts/ShipmentId.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Instant } from "../../time/Instant.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { SourceQuery } from "../carriers/TrackingSource.ts"
import type { Scac } from "../references/Sealine.ts"
import type { Shipment } from "../shipments/Shipment.ts"
import type { ShipmentChange, ShipmentDecision, ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import type { CarrierLoad, PollAllocation } from "./PollAllocation.ts"
import type { PollPlan, PollProgress } from "./PollPlan.ts"

/** A shipment about which one worker alone may ask until its lease ends. */
export interface PollLease {
  readonly shipmentId: ShipmentId
  readonly accountId: AccountId
  /** Fences the result: it is recorded only while this token still holds the shipment. */
  readonly token: string
  readonly progress: PollProgress
}

/** How a carrier's queue stands. */
export type CarrierQueue = Pick<CarrierLoad, "scac" | "due" | "running" | "usedToday" | "quietUntil">

/** Says how many checks of each carrier are leased. Pure; asked inside the claim. */
export type PollAllocator = (queues: ReadonlyArray<CarrierQueue>) => PollAllocation

/** What came of a lease. */
export interface PollOutcome {
  readonly lease: PollLease
  readonly now: DateTime.Utc
  /** Requests that it took; the claim has counted one. */
  readonly requests: number
  /** What the carrier said; none when it gave no snapshot. */
  readonly response: Option.Option<{ readonly events: ReadonlyArray<CarrierEvent>; readonly complete: boolean }>
  /** Nobody asks this carrier before. */
  readonly quietUntil: Option.Option<Instant>
  /** What follows for the shipment asked about. It sees the shipment with the snapshot taken in and what a complete one lacks left out. Pure. */
  readonly decide: (snapshot: ShipmentSnapshot) => { readonly change: ShipmentChange; readonly plan: PollPlan }
  /** What follows for every other shipment of the account that the snapshot tells something new of, or takes it back. */
  readonly decideOthers: ShipmentDecision
}

/** How the checks of a shipment stand, for people. */
export interface PollStatus {
  /** The carrier that is asked next; none while no source can know the shipment. */
  readonly carrier: Option.Option<Scac>
  readonly lastPolledAt: Option.Option<Instant>
  /** None when it is not asked about again by itself. While a question is under way, when its lease ends. */
  readonly nextPollAt: Option.Option<Instant>
  /** Why the last question gave nothing; none after an answer. */
  readonly lastError: Option.Option<string>
}

/** Why nothing comes of a shipment any more whose carrier has left the configuration. */
export const notConfiguredMessage = (scac: Scac): string => `${scac} was asked before and is not configured any more.`

/**
 * The shipments that wait to be asked about. Claiming and recording are each one transaction; nothing is asked inside
 * one. A shipment whose lease has ended is due again.
 */
export class PollQueue extends Context.Service<
  PollQueue,
  {
    /**
     * Takes up to `limit` shipments that are tracked and have no question yet, each due at once with the first of its
     * `questions`. Those for which there is none are offered again after a day. Answers how many were offered.
     */
    readonly enrol: (
      questions: (shipment: Shipment) => ReadonlyArray<SourceQuery>,
      limit: number
    ) => Effect.Effect<number, StorageError>
    /**
     * Frees up to `limit` shipments that wait for a carrier which is not among these. Each is offered anew, those that
     * named no sealine themselves to any carrier, and what its former carrier said of it stays. Answers how many there
     * were; when no more are left, those for which there was no question are offered again too.
     */
    readonly release: (carriers: ReadonlyArray<Scac>, limit: number) => Effect.Effect<number, StorageError>
    /**
     * Leases due shipments for `leaseMillis`, of each carrier as many as `choose` says, the longest due first, and
     * counts one request for each. A carrier's `due` is counted up to `limit`.
     */
    readonly claim: (
      choose: PollAllocator,
      limit: number,
      leaseMillis: number
    ) => Effect.Effect<ReadonlyArray<PollLease>, StorageError>
    /**
     * Records a result in one transaction: events, retractions, journeys, alerts, the next check, the carrier's count and
     * rest. What a complete snapshot lacks and the one before held is retracted, unless the last snapshot about another
     * shipment that is followed still holds it. Answers false when the lease was lost, and then records nothing.
     */
    readonly record: (checked: PollOutcome) => Effect.Effect<boolean, StorageError>
    /** How the checks of an account's shipment stand; none for the demonstration and for a shipment of others. */
    readonly status: (accountId: AccountId, id: ShipmentId) => Effect.Effect<Option.Option<PollStatus>, StorageError>
    /** When the next check of any of these carriers is due, in milliseconds since the epoch; leases count when they end. */
    readonly nextDueAt: (carriers: ReadonlyArray<Scac>) => Effect.Effect<Option.Option<number>, StorageError>
    /** Completes when shipments may have been added since the last enrolment; may complete for nothing. */
    readonly arrival: Effect.Effect<void>
  }
>()("@landfall/core/tracking/polling/PollQueue") {}
