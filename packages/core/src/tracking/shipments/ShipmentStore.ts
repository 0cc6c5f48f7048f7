import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { Plan } from "../../accounts/Plan.ts"
import type { EndpointId } from "../../alerts/EndpointId.ts"
import type { Endpoint, Metadata } from "../../alerts/endpoints/Endpoint.ts"
import type { MessageDraft } from "../../alerts/Message.ts"
import type { ShipmentId } from "../../alerts/ShipmentId.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Page, PageRequest } from "../../listing/Page.ts"
import type { Instant } from "../../time/Instant.ts"
import type { Credits, CreditsExhausted } from "../../usage/Credits.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { Scac } from "../references/Sealine.ts"
import type { ShipmentReference } from "../references/ShipmentReference.ts"
import type { Registration, Shipment } from "./Shipment.ts"

export class ShipmentNotFound extends Schema.TaggedError<ShipmentNotFound>()("ShipmentNotFound", {
  id: Schema.String
}) {}

/** An endpoint that is registered for a shipment. */
export interface Subscriber {
  readonly registration: Registration
  readonly endpoint: Endpoint
}

/** All that a decision about one shipment needs, read in the transaction that stores the decision. */
export interface ShipmentSnapshot {
  readonly plan: Plan
  readonly shipment: Shipment
  /** Every event the account holds that speaks of this shipment, in no order. */
  readonly events: ReadonlyArray<CarrierEvent>
  readonly subscribers: ReadonlyArray<Subscriber>
  /** How the last question to a carrier went; absent while none was asked. */
  readonly lastPoll?: LastPoll
  /** When a carrier last answered with what it knows; absent while none did. */
  readonly lastResponseAt?: Instant
}

/**
 * What a decision changes: the shipment, those of its registrations that changed, and the messages to send. A shipment
 * that it stops loses all of its registrations.
 */
export interface ShipmentChange {
  readonly shipment: Shipment
  readonly registrations: ReadonlyArray<Registration>
  readonly outbox: ReadonlyArray<MessageDraft>
}

/** A pure decision about one shipment. */
export type ShipmentDecision = (snapshot: ShipmentSnapshot) => ShipmentChange

/** One box, booking or bill of lading to follow, and the endpoint to tell, if any. */
export interface TrackRequest {
  readonly reference: ShipmentReference
  readonly endpointId: Option.Option<EndpointId>
  readonly label: Option.Option<string>
  readonly metadata: Option.Option<Metadata>
}

export interface TrackedShipment {
  readonly shipment: Shipment
  /** False when this shipment was tracked already, and registered already on this endpoint if one was named. */
  readonly added: boolean
}

/** What came of events that a carrier sent. */
export interface ReceiveResult {
  /** Events that the account did not hold yet. */
  readonly added: number
  /** Events that say again what is known. */
  readonly repeated: number
  /** The shipments of the account that the new events speak of. */
  readonly shipments: ReadonlyArray<ShipmentId>
  /** Messages written to the outbox. */
  readonly messages: number
}

/** What of a carrier's events concerns an account. */
export interface AccountEvents {
  readonly accountId: AccountId
  readonly events: ReadonlyArray<CarrierEvent>
}

/**
 * Shipments, their registrations on endpoints and the carriers' events about them. Each method that takes a decision is
 * one transaction: what the decision saw, what it changed, the messages and one delivery for each recipient commit
 * together.
 */
export class ShipmentStore extends Context.Service<
  ShipmentStore,
  {
    /**
     * Tracks shipments, in the order of the requests. A shipment is found by account, number, kind and sealine, made
     * when there is none, and taken up again when it was stopped. `decide` is asked once for each registration that is
     * new, with that registration as the only subscriber. Every shipment or registration added costs
     * `creditsPerShipment`, debited in the same transaction: all requests are stored or none.
     */
    readonly track: (
      accountId: AccountId,
      requests: ReadonlyArray<TrackRequest>,
      creditsPerShipment: Credits,
      now: DateTime.Utc,
      decide: ShipmentDecision
    ) => Effect.Effect<ReadonlyArray<TrackedShipment>, CreditsExhausted | StorageError>
    /**
     * Stores events and asks `decide` once for each shipment of the account that a new event speaks of: by container
     * number, by booking or bill of lading, or for a transport event without container by a document that one of the
     * shipment's own events names. Shipments that were stopped are left alone.
     */
    readonly receive: (
      accountId: AccountId,
      events: ReadonlyArray<CarrierEvent>,
      now: DateTime.Utc,
      decide: ShipmentDecision
    ) => Effect.Effect<ReceiveResult, StorageError>
    /**
     * Shares out what a carrier says to everyone: for each account that follows something of it, the events that speak of
     * that, as `receive` finds them. Shipments of other carriers hear nothing, those of no known carrier do. Nothing is
     * stored.
     */
    readonly matchAccounts: (
      scac: Scac,
      events: ReadonlyArray<CarrierEvent>
    ) => Effect.Effect<ReadonlyArray<AccountEvents>, StorageError>
    readonly find: (accountId: AccountId, id: ShipmentId) => Effect.Effect<Shipment, ShipmentNotFound | StorageError>
    readonly snapshot: (
      accountId: AccountId,
      id: ShipmentId
    ) => Effect.Effect<ShipmentSnapshot, ShipmentNotFound | StorageError>
    /** The account's shipments, newest first, the stopped ones too. */
    readonly list: (accountId: AccountId, page: PageRequest) => Effect.Effect<Page<Shipment>, StorageError>
    /** Stops tracking and removes the registrations; the history stays. Stopping again changes nothing. */
    readonly stop: (
      accountId: AccountId,
      id: ShipmentId,
      now: DateTime.Utc
    ) => Effect.Effect<Shipment, ShipmentNotFound | StorageError>
    /** Removes the registration of a shipment on an endpoint; the shipment is tracked on. */
    readonly unregister: (
      accountId: AccountId,
      endpointId: EndpointId,
      id: ShipmentId
    ) => Effect.Effect<void, ShipmentNotFound | StorageError>
    /**
     * Runs up to `limit` demo rounds that are due at `now`: asks `decide` with the registration as the only subscriber,
     * and sets the next round `intervalMillis` after this one was due, or after `now` when several were missed.
     */
    readonly runDemoRounds: (
      now: DateTime.Utc,
      intervalMillis: number,
      limit: number,
      decide: ShipmentDecision
    ) => Effect.Effect<{ readonly rounds: number; readonly nextDueAt: Option.Option<number> }, StorageError>
    /**
     * Asks `decide` about up to `limit` shipments whose `reviewAt` has come, the longest due first, each with all of its
     * subscribers. The decision sets the next `reviewAt`, later than `now`, or none. Answers how many there were, and
     * when the next is due in milliseconds since the epoch.
     */
    readonly runReviews: (
      now: DateTime.Utc,
      limit: number,
      decide: ShipmentDecision
    ) => Effect.Effect<{ readonly reviews: number; readonly nextDueAt: Option.Option<number> }, StorageError>
  }
>()("@landfall/core/tracking/shipments/ShipmentStore") {}

/** How the last check went. `failures` counts the checks in a row that went like this, this one included. */
export type LastPoll =
  | { readonly _tag: "Never" }
  /** The carrier that was asked is configured no more. */
  | { readonly _tag: "NoSource" }
  | { readonly _tag: "Answered" }
  | { readonly _tag: "Unknown"; readonly failures: number }
  | { readonly _tag: "Unauthorised"; readonly failures: number }
  | { readonly _tag: "Throttled"; readonly until: Instant }
  | { readonly _tag: "Away"; readonly failures: number }
