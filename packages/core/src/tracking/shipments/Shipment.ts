import { Predicate, Schema } from "effect"
import { AccountId } from "../../accounts/Account.ts"
import { EndpointId } from "../../alerts/EndpointId.ts"
import { Metadata } from "../../alerts/endpoints/Endpoint.ts"
import { ShipmentId } from "../../alerts/ShipmentId.ts"
import { ReferenceType } from "../references/ReferenceType.ts"
import { Scac } from "../references/Sealine.ts"
import type { NotifiedState } from "./NotifiedState.ts"

/** `completed`: the trip is over. `stopped`: it is tracked no more, for a `StopReason`. */
export const ShipmentStatus = Schema.Literals(["tracking", "completed", "stopped"])
export type ShipmentStatus = typeof ShipmentStatus.Type

/** `requested`: the caller wanted no more of it. `completed`: its trip had been over for a week. */
export const StopReason = Schema.Literals(["requested", "completed"])
export type StopReason = typeof StopReason.Type

/** A container, booking or bill of lading that an account follows. */
export class Shipment extends Schema.Class<Shipment>("@landfall/core/tracking/shipments/Shipment")({
  id: ShipmentId,
  accountId: AccountId,
  /** Upper case, without blanks and dashes. */
  number: Schema.NonEmptyString,
  /** None while it is not known whether the number names a booking or a bill of lading. */
  type: Schema.Option(ReferenceType),
  sealine: Schema.Option(Scac),
  /** The caller's own name for it, repeated in every alert. */
  reference: Schema.Option(Schema.String),
  metadata: Schema.Option(Metadata),
  status: ShipmentStatus,
  /** Why it is stopped; none while it is not. */
  stopReason: Schema.Option(StopReason),
  /** Since when it is tracked: since it was made, or taken up again. */
  trackedSince: Schema.DateTimeUtc,
  /** When it became known that the trip is over; none while it is not. */
  completedAt: Schema.Option(Schema.DateTimeUtc),
  /** When time alone may change something, and the shipment is to be looked at: not later, maybe earlier. */
  reviewAt: Schema.Option(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** The number of the shipment's latest alert; 0 before the first. */
  sequence: Schema.Int
}) {}

/** Checked where it is read from a store; decisions hand it on by the thousand, and are not to check it each time anew. */
const UncheckedNotifiedState = Schema.declare((value: unknown): value is NotifiedState => Predicate.isObject(value))

/** Links a shipment to an endpoint that wants its alerts, with what this endpoint has been told so far. */
export class Registration extends Schema.Class<Registration>("@landfall/core/tracking/shipments/Registration")({
  shipmentId: ShipmentId,
  endpointId: EndpointId,
  registeredAt: Schema.DateTimeUtc,
  notified: UncheckedNotifiedState
}) {}
