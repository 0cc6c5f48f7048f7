import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { Plan } from "../../accounts/Plan.ts"
import type { EndpointId, EndpointNotFound } from "../../alerts/EndpointId.ts"
import type { OptInEventType } from "../../alerts/EventType.ts"
import type { ApplicationId } from "../../alerts/endpoints/Application.ts"
import type { Endpoint, Metadata } from "../../alerts/endpoints/Endpoint.ts"
import type { MessageDraft } from "../../alerts/Message.ts"
import type { ShipmentId } from "../../alerts/ShipmentId.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { LimitExceeded } from "../../limits/Limits.ts"
import type { Page, PageRequest } from "../../listing/Page.ts"
import type { Instant } from "../../time/Instant.ts"
import type { Credits, CreditsExhausted } from "../../usage/Credits.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { Scac } from "../references/Sealine.ts"
import type { ShipmentReference } from "../references/ShipmentReference.ts"
import type { TranshipmentOutcomes, TranshipmentRecord } from "../transhipments/TranshipmentRecord.ts"
import type { Registration, Shipment, ShipmentLabels } from "./Shipment.ts"

/** No shipment of this account has this id. */
export class ShipmentNotFound extends Schema.TaggedError<ShipmentNotFound>()("ShipmentNotFound", {
  id: Schema.String
}) {}

/** An endpoint that is registered for a shipment. */
export interface Subscriber {
  readonly registration: Registration
  readonly endpoint: Endpoint
}

/** The polls of a shipment, as decisions read them. */
export interface PollEvidence {
  /** The outcome of the last poll; absent before the first. */
  readonly lastPoll?: LastPoll
  /** When a carrier last responded with data; absent before that. */
  readonly lastResponseAt?: Instant
  /** When the polls were last restarted because the profile or a key of the carrier changed; absent before that. */
  readonly pollsRestartedAt?: Instant
}

/** The input of a decision about one shipment, read in the transaction that stores the decision. */
export interface ShipmentSnapshot extends PollEvidence {
  readonly plan: Plan
  readonly shipment: Shipment
  /** Every stored event of the account that concerns this shipment, in any order. */
  readonly events: ReadonlyArray<CarrierEvent>
  readonly subscribers: ReadonlyArray<Subscriber>
  /**
   * The record of the completed shipments of the account. Absent where there is no decision to take, and before the
   * first.
   */
  readonly transhipments?: TranshipmentRecord
}

/**
 * The changes of a decision: the shipment, the changed registrations, and the messages to send. A shipment that it
 * stops loses all of its registrations.
 */
export interface ShipmentChange {
  readonly shipment: Shipment
  readonly registrations: ReadonlyArray<Registration>
  readonly outbox: ReadonlyArray<MessageDraft>
  /** The outcomes that the shipment adds to the record of its account, by `addOutcomes`; absent for nothing. */
  readonly outcomes?: TranshipmentOutcomes
}

/** A pure decision about one shipment. */
export type ShipmentDecision = (snapshot: ShipmentSnapshot) => ShipmentChange

/** One container, booking or bill of lading to track, and the endpoint to notify, if any. */
export interface TrackRequest {
  readonly reference: ShipmentReference
  readonly endpointId: Option.Option<EndpointId>
  readonly label: Option.Option<string>
  readonly metadata: Option.Option<Metadata>
}

/** The shipment of a request to track, and what the request changed. */
export interface TrackedShipment {
  readonly shipment: Shipment
  /** False when the shipment was already tracked and, if an endpoint was named, already registered on it. */
  readonly added: boolean
  /** How often the price of a shipment is charged: once for each registration that was added, at least once when added. */
  readonly units: number
}

/** The result of storing a carrier's events. */
export interface ReceiveResult {
  /** Events that the account had not stored before. */
  readonly added: number
  /** New events that were not stored, because their container or document has as many as its limit allows. */
  readonly excess: number
  /** Events that repeat stored ones. */
  readonly repeated: number
  /** The shipments of the account that the new events concern. */
  readonly shipments: ReadonlyArray<ShipmentId>
  /** Messages written to the outbox. */
  readonly messages: number
  /**
   * Received events of vessels without references, which concern the shipments of stored events of their calls; absent
   * for none.
   */
  readonly attributed?: number
}

/** The number of attributed events as a part of a result. */
export const attributedPart = (attributed: number): Pick<ReceiveResult, "attributed"> =>
  attributed === 0 ? {} : { attributed }

/** The result of receiving no events. */
export const EMPTY_RECEIVE_RESULT: ReceiveResult = { added: 0, excess: 0, repeated: 0, shipments: [], messages: 0 }

/** The result of two batches, one after the other. */
export const addReceived = (first: ReceiveResult, second: ReceiveResult): ReceiveResult => ({
  added: first.added + second.added,
  excess: first.excess + second.excess,
  repeated: first.repeated + second.repeated,
  shipments: [...new Set([...first.shipments, ...second.shipments])],
  messages: first.messages + second.messages,
  ...attributedPart((first.attributed ?? 0) + (second.attributed ?? 0))
})

/** The events of a carrier that concern one account. */
export interface AccountEvents {
  readonly accountId: AccountId
  readonly events: ReadonlyArray<CarrierEvent>
}

/** A shipment and its account. */
export interface ShipmentOfAccount {
  readonly accountId: AccountId
  readonly id: ShipmentId
}

/** Selects shipments that match every given property. */
export interface ShipmentFilter {
  /** Normalised. */
  readonly number?: string
  /** The shipment is registered on this endpoint. */
  readonly endpointId?: EndpointId
  /** The shipment is registered on an endpoint of this application. */
  readonly applicationId?: ApplicationId
  /** The carrier of the shipment. */
  readonly sealine?: Scac
  /** Only those whose normalised number, sealine or reference contains this text; case is ignored for ASCII letters. */
  readonly search?: string
}

/**
 * Shipments, their registrations on endpoints and the carriers' events about them. Each method that takes a decision is
 * one transaction: the input of the decision, its changes, the messages and one delivery for each recipient commit
 * together.
 */
export class ShipmentStore extends Context.Service<
  ShipmentStore,
  {
    /**
     * Tracks shipments, in the order of the requests. Shipments are identified by account, number, type and sealine. One
     * that does not exist is created, a stopped one resumed; both are also registered on the enabled endpoints of the
     * account with `enrolFuture`. `decide` is called once for each new registration, with that registration as the only
     * subscriber. The price, by `trackingPrice`, is debited in the same transaction.
     */
    readonly track: (
      accountId: AccountId,
      requests: ReadonlyArray<TrackRequest>,
      creditsPerShipment: Credits,
      now: DateTime.Utc,
      decide: ShipmentDecision
    ) => Effect.Effect<
      ReadonlyArray<TrackedShipment>,
      CreditsExhausted | EndpointNotFound | LimitExceeded | StorageError
    >
    /**
     * Stores events and calls `decide` once for each shipment of the account that a new event concerns: by container
     * number, by booking or bill of lading, or, for a transport event without container, by a document that an event of
     * the shipment names. Stopped shipments are ignored. A vessel's event without references concerns the shipments of
     * the stored events of its call (`attributeStored`).
     */
    readonly receive: (
      accountId: AccountId,
      events: ReadonlyArray<CarrierEvent>,
      now: DateTime.Utc,
      decide: ShipmentDecision
    ) => Effect.Effect<ReceiveResult, StorageError>
    /**
     * Finds the accounts that a carrier's events concern, with the events that concern each, matched as in `receive`.
     * Shipments of other carriers do not match; shipments without a known carrier do. Nothing is stored.
     */
    readonly matchAccounts: (
      scac: Scac,
      events: ReadonlyArray<CarrierEvent>
    ) => Effect.Effect<ReadonlyArray<AccountEvents>, StorageError>
    /** The shipment with this id, which belongs to the account. */
    readonly find: (accountId: AccountId, id: ShipmentId) => Effect.Effect<Shipment, ShipmentNotFound | StorageError>
    /** A shipment with its events, registrations and last poll. */
    readonly snapshot: (
      accountId: AccountId,
      id: ShipmentId
    ) => Effect.Effect<ShipmentSnapshot, ShipmentNotFound | StorageError>
    /** The account's shipments, newest first, stopped ones included. */
    readonly list: (
      accountId: AccountId,
      page: PageRequest,
      filter?: ShipmentFilter
    ) => Effect.Effect<Page<Shipment>, StorageError>
    /** The snapshots of shipments for decisions, in any order. Ids without a shipment of the account are ignored. */
    readonly snapshots: (
      accountId: AccountId,
      ids: ReadonlyArray<ShipmentId>
    ) => Effect.Effect<ReadonlyArray<ShipmentSnapshot>, StorageError>
    /** Changes the labels of a shipment by `relabelShipment`. */
    readonly relabel: (
      accountId: AccountId,
      id: ShipmentId,
      labels: ShipmentLabels,
      now: DateTime.Utc
    ) => Effect.Effect<Shipment, ShipmentNotFound | StorageError>
    /** Stops tracking and removes the registrations; the history remains. Idempotent. */
    readonly stop: (
      accountId: AccountId,
      id: ShipmentId,
      now: DateTime.Utc
    ) => Effect.Effect<Shipment, ShipmentNotFound | StorageError>
    /** Removes the registration of a shipment on an endpoint; tracking continues. */
    readonly unregister: (
      accountId: AccountId,
      endpointId: EndpointId,
      id: ShipmentId
    ) => Effect.Effect<void, ShipmentNotFound | StorageError>
    /**
     * Runs up to `limit` demo rounds that are due at `now`: calls `decide` once for each shipment, with its due
     * registrations as the only subscribers, and schedules the next round of each by `nextDemoRoundAt`.
     */
    readonly runDemoRounds: (
      now: DateTime.Utc,
      intervalMillis: number,
      limit: number,
      decide: ShipmentDecision
    ) => Effect.Effect<{ readonly rounds: number; readonly nextDueAt: Option.Option<number> }, StorageError>
    /**
     * Up to `limit` shipments of every account that are tracked and registered on an enabled endpoint whose filter names an
     * opt-in type, in the order of their ids, from the one after `after`.
     */
    readonly subscribedTo: (
      type: OptInEventType,
      after: Option.Option<ShipmentId>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ShipmentOfAccount>, StorageError>
    /**
     * Calls `decide` for those of these shipments of an account that are tracked, each with all of its subscribers. Returns the
     * number of messages.
     */
    readonly decideOn: (
      accountId: AccountId,
      ids: ReadonlyArray<ShipmentId>,
      now: DateTime.Utc,
      decide: ShipmentDecision
    ) => Effect.Effect<number, StorageError>
    /**
     * Calls `decide` for up to `limit` shipments whose `reviewAt` has passed, longest due first, each with all of its
     * subscribers. The decision sets the next `reviewAt`, later than `now`, or none. Returns the number of reviews, and
     * when the next is due in milliseconds since the epoch.
     */
    readonly runReviews: (
      now: DateTime.Utc,
      limit: number,
      decide: ShipmentDecision
    ) => Effect.Effect<{ readonly reviews: number; readonly nextDueAt: Option.Option<number> }, StorageError>
  }
>()("@landfall/core/tracking/shipments/ShipmentStore") {}

/**
 * The outcome of the last poll. `failures` counts consecutive polls with this outcome, this one included; it is 0 after
 * the polls were restarted.
 */
export type LastPoll =
  | { readonly _tag: "Never" }
  /** The polled carrier is no longer configured. */
  | { readonly _tag: "NoSource" }
  | { readonly _tag: "Responded" }
  | { readonly _tag: "Unknown"; readonly failures: number }
  | { readonly _tag: "Unauthorised"; readonly failures: number }
  | { readonly _tag: "Throttled"; readonly until: Instant }
  | { readonly _tag: "Unavailable"; readonly failures: number }
