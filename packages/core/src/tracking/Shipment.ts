import { Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"
import { Metadata } from "../alerts/Endpoint.ts"
import { EndpointId } from "../alerts/EndpointId.ts"
import { Notified } from "./Notified.ts"
import { ReferenceType } from "./ReferenceType.ts"
import { Scac } from "./Sealine.ts"
import { ShipmentId } from "./ShipmentId.ts"

/** `completed`: the trip is over. `stopped`: the caller wants no more of it. */
export const ShipmentStatus = Schema.Literals(["tracking", "completed", "stopped"])
export type ShipmentStatus = typeof ShipmentStatus.Type

/** A container, booking or bill of lading that an account follows. */
export class Shipment extends Schema.Class<Shipment>("@landfall/core/tracking/Shipment")({
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
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** The number of the shipment's latest alert; 0 before the first. */
  sequence: Schema.Int
}) {}

export const DEFAULT_THRESHOLD_HOURS = 24

/** By how many hours a date must have moved, at least, before an endpoint hears of it. */
export const ThresholdHours = Schema.Finite.pipe(
  Schema.check(Schema.isBetween({ minimum: 0, maximum: 8760 }, { message: "must be 0 to 8760 hours" })),
  Schema.brand("ThresholdHours")
)
export type ThresholdHours = typeof ThresholdHours.Type

/** Links a shipment to an endpoint that wants its alerts, with what this endpoint has been told so far. */
export class Registration extends Schema.Class<Registration>("@landfall/core/tracking/Registration")({
  shipmentId: ShipmentId,
  endpointId: EndpointId,
  registeredAt: Schema.DateTimeUtc,
  thresholdHours: ThresholdHours,
  notified: Notified
}) {}
