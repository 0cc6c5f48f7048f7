import { type Option, Predicate, Schema } from "effect"
import { AccountId } from "../../accounts/Account.ts"
import { EndpointId } from "../../alerts/EndpointId.ts"
import { Metadata } from "../../alerts/endpoints/Endpoint.ts"
import { ShipmentId } from "../../alerts/ShipmentId.ts"
import { ReferenceType } from "../references/ReferenceType.ts"
import { Scac } from "../references/Sealine.ts"
import type { NotifiedState } from "./NotifiedState.ts"

/** `completed`: every trip has ended. `stopped`: tracking has stopped, for a `StopReason`. */
export const ShipmentStatus = Schema.Literals(["tracking", "completed", "stopped"])
export type ShipmentStatus = typeof ShipmentStatus.Type

/** `requested`: the customer stopped tracking. `completed`: the shipment had been completed for seven days. */
export const StopReason = Schema.Literals(["requested", "completed"])
export type StopReason = typeof StopReason.Type

/** A container, booking or bill of lading that an account tracks. */
export const Shipment = Schema.Struct({
  id: ShipmentId,
  accountId: AccountId,
  /** Upper case, without blanks and dashes. */
  number: Schema.NonEmptyString,
  /** None while it is unknown whether the number is a booking or a bill of lading. */
  type: Schema.Option(ReferenceType),
  sealine: Schema.Option(Scac),
  /** The customer's reference, repeated in every alert. */
  reference: Schema.Option(Schema.String),
  metadata: Schema.Option(Metadata),
  status: ShipmentStatus,
  /** Why tracking stopped; none while it has not. */
  stopReason: Schema.Option(StopReason),
  /** When tracking began: at creation, or when tracking resumed. */
  trackedSince: Schema.DateTimeUtc,
  /** When the shipment completed; none before that. */
  completedAt: Schema.Option(Schema.DateTimeUtc),
  /**
   * When the next review is due, at which the passing of time may change the shipment. It may be earlier than
   * necessary.
   */
  reviewAt: Schema.Option(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** The number of the shipment's latest alert; 0 before the first. */
  sequence: Schema.Int
})
export type Shipment = typeof Shipment.Type

/** The customer's labels of a shipment; absent ones are unchanged, and none removes one. */
export interface ShipmentLabels {
  readonly reference?: Option.Option<string>
  readonly metadata?: Option.Option<Metadata>
}

/** The store validates it on reading. Decisions copy it by the thousand, so the class does not validate it again. */
const UncheckedNotifiedState = Schema.declare((value: unknown): value is NotifiedState => Predicate.isObject(value))

/** The registration of a shipment on an endpoint, with the notified state of this endpoint. */
export const Registration = Schema.Struct({
  shipmentId: ShipmentId,
  endpointId: EndpointId,
  registeredAt: Schema.DateTimeUtc,
  notified: UncheckedNotifiedState
})
export type Registration = typeof Registration.Type
