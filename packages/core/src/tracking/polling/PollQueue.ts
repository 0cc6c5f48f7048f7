import { Context, type DateTime, type Effect, type Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { ShipmentId } from "../../alerts/ShipmentId.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Instant } from "../../time/Instant.ts"
import type { SourceQuery } from "../carriers/TrackingSource.ts"
import type { Scac } from "../references/Sealine.ts"
import type { Shipment } from "../shipments/Shipment.ts"
import type {
  ShipmentChange,
  ShipmentDecision,
  ShipmentNotFound,
  ShipmentSnapshot
} from "../shipments/ShipmentStore.ts"
import type { CarrierHealth, CarrierPoll } from "./CarrierHealth.ts"
import type { CarrierLoad, PollAllocation } from "./PollAllocation.ts"
import type { PollPlan, PollProgress } from "./PollPlan.ts"
import type { PollRefresh } from "./PollRefresh.ts"
import type { PollResponse } from "./PollResponse.ts"

/** A lease on a shipment: only its holder polls for the shipment until the lease expires. */
export interface PollLease {
  readonly shipmentId: ShipmentId
  readonly accountId: AccountId
  /** Fences the result: it is recorded only while this token holds the lease. */
  readonly token: string
  readonly progress: PollProgress
}

/** The state of a carrier's queue. */
export type CarrierQueue = Pick<CarrierLoad, "scac" | "due" | "running" | "usedToday" | "pausedUntil">

/** The queue and the health of a carrier. */
export interface CarrierStatus extends CarrierQueue {
  readonly health: CarrierHealth
}

/** Decides how many polls of each carrier are leased. Pure; called inside the claim. */
export type PollAllocator = (queues: ReadonlyArray<CarrierQueue>) => PollAllocation

/** The outcome of a leased poll. */
export interface PollOutcome {
  readonly lease: PollLease
  readonly now: DateTime.Utc
  /** Requests that the poll used. The claim has counted one of them. */
  readonly requests: number
  /** The carrier's response; none when the poll failed. */
  readonly response: Option.Option<PollResponse>
  /** How the carrier responded, for its health; none when nothing was sent to it. */
  readonly carrierPoll: Option.Option<CarrierPoll>
  /** No poll of this carrier starts before. */
  readonly pausedUntil: Option.Option<Instant>
  /** Decides on the polled shipment. Its snapshot includes the response, without the events that it retracts. Pure. */
  readonly decide: (snapshot: ShipmentSnapshot) => { readonly change: ShipmentChange; readonly plan: PollPlan }
  /** Decides on every other shipment of the account that new or retracted events of the response concern. */
  readonly decideOthers: ShipmentDecision
}

/** The poll status of a shipment, as customers see it. */
export interface PollStatus {
  /** The carrier that is polled next; none while no configured carrier can know the shipment. */
  readonly carrier: Option.Option<Scac>
  readonly lastPolledAt: Option.Option<Instant>
  /** None when the shipment is not polled again. During a poll, when its lease expires. */
  readonly nextPollAt: Option.Option<Instant>
  /** Why the last poll failed; none after a response. */
  readonly lastError: Option.Option<string>
}

/** The error of a shipment whose carrier was removed from the configuration. */
export const notConfiguredMessage = (scac: Scac): string => `${scac} was polled before and is no longer configured.`

/**
 * The queue of shipments to poll. Claiming and recording are each one transaction; no carrier is polled inside one. A
 * shipment whose lease has expired is due again.
 */
export class PollQueue extends Context.Service<
  PollQueue,
  {
    /**
     * Enrols up to `limit` tracked shipments without a query, each due immediately with the first of its `queries`. A
     * shipment without any is tried again after a day. Returns the number of shipments tried.
     */
    readonly enrol: (
      queries: (shipment: Shipment) => ReadonlyArray<SourceQuery>,
      limit: number
    ) => Effect.Effect<number, StorageError>
    /**
     * Releases up to `limit` shipments that wait for a carrier not among `carriers`. Each is enrolled again, at any
     * carrier when it was registered without a sealine, and the events of its former carrier stay. Returns how many
     * there were. When none are left, shipments without a query are tried again too.
     */
    readonly release: (carriers: ReadonlyArray<Scac>, limit: number) => Effect.Effect<number, StorageError>
    /**
     * Stores the fingerprint of each configured carrier. Where it differs from the stored one, the shipments whose last
     * poll failed are polled again immediately (`isRestartedBy`), and the failures and pauses of the carrier end.
     * Restarts up to `limit` shipments and returns their number; nothing is left when it is lower.
     *
     * @param fingerprints by carrier
     */
    readonly reconfigure: (
      fingerprints: ReadonlyMap<Scac, string>,
      limit: number
    ) => Effect.Effect<number, StorageError>
    /**
     * Leases due shipments for `leaseMillis`, as many of each carrier as `choose` allocates, and counts one request for each:
     * the longest due ones, by `selectDuePolls` where more are due. A carrier's `due` is counted up to one more than `limit`.
     */
    readonly claim: (
      choose: PollAllocator,
      limit: number,
      leaseMillis: number
    ) => Effect.Effect<ReadonlyArray<PollLease>, StorageError>
    /**
     * Records an outcome in one transaction: events, retractions, journeys, alerts, the next poll, and the carrier's
     * requests and throttling. Events that a complete response lacks and the one before contained are retracted, unless
     * the last response about another tracked shipment still contains them. Returns false when the lease was lost, and
     * then records nothing.
     */
    readonly record: (outcome: PollOutcome) => Effect.Effect<boolean, StorageError>
    /** The poll status of an account's shipment; none for the demo container and for shipments of other accounts. */
    readonly status: (accountId: AccountId, id: ShipmentId) => Effect.Effect<Option.Option<PollStatus>, StorageError>
    /**
     * Makes the next poll of a shipment due as early as the limits allow, by `refreshPoll`. None when the shipment is
     * not polled: a stopped or completed one, and the demo container.
     */
    readonly refresh: (
      accountId: AccountId,
      id: ShipmentId
    ) => Effect.Effect<Option.Option<PollRefresh>, ShipmentNotFound | StorageError>
    /** The queue and the health of every carrier that was ever configured or polled, by SCAC. Due shipments are counted up to `dueLimit`. */
    readonly carriers: (dueLimit: number) => Effect.Effect<ReadonlyArray<CarrierStatus>, StorageError>
    /** When the next poll of these carriers is due, in milliseconds since the epoch; a lease is due when it ends. */
    readonly nextDueAt: (carriers: ReadonlyArray<Scac>) => Effect.Effect<Option.Option<number>, StorageError>
    /** Completes when shipments may have been added since the last enrolment; may complete without any. */
    readonly arrival: Effect.Effect<void>
  }
>()("@landfall/core/tracking/polling/PollQueue") {}
