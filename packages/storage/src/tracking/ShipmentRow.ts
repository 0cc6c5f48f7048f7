import { AccountId } from "@landfall/core/accounts/Account"
import { Metadata } from "@landfall/core/alerts/Endpoint"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Notified } from "@landfall/core/tracking/Notified"
import { ReferenceType } from "@landfall/core/tracking/ReferenceType"
import { Scac } from "@landfall/core/tracking/Sealine"
import { Registration, Shipment, ShipmentStatus, StopReason } from "@landfall/core/tracking/Shipment"
import { ShipmentId } from "@landfall/core/tracking/ShipmentId"
import { type DateTime, Option, Predicate, Schema } from "effect"
import type { Cells } from "../JsonRows.ts"

/** A row of `shipment`. */
export const ShipmentRow = Schema.Struct({
  id: ShipmentId,
  accountId: AccountId,
  number: Schema.NonEmptyString,
  type: Schema.OptionFromNullOr(ReferenceType),
  sealine: Schema.OptionFromNullOr(Scac),
  reference: Schema.OptionFromNullOr(Schema.String),
  metadata: Schema.OptionFromNullOr(Schema.fromJsonString(Metadata)),
  status: ShipmentStatus,
  stopReason: Schema.OptionFromNullOr(StopReason),
  trackedSince: Schema.DateTimeUtcFromMillis,
  completedAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis),
  reviewAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis),
  createdAt: Schema.DateTimeUtcFromMillis,
  updatedAt: Schema.DateTimeUtcFromMillis,
  sequence: Schema.Int
}).pipe(Schema.decodeTo(Shipment))

/** The columns of `ShipmentRow`, in the order of `shipmentCells`. */
export const SHIPMENT_TYPES = {
  id: "TEXT",
  account_id: "TEXT",
  number: "TEXT",
  type: "TEXT",
  sealine: "TEXT",
  reference: "TEXT",
  metadata: "TEXT",
  status: "TEXT",
  stop_reason: "TEXT",
  tracked_since: "BIGINT",
  completed_at: "BIGINT",
  review_at: "BIGINT",
  created_at: "BIGINT",
  updated_at: "BIGINT",
  sequence: "BIGINT"
} as const

const millisOrNull = (moment: Option.Option<DateTime.Utc>): number | null =>
  Option.isSome(moment) ? moment.value.epochMilliseconds : null

// Thousands are written at once: by hand this costs a tenth of encoding by schema.
export const shipmentCells = (shipment: Shipment): Cells => [
  shipment.id,
  shipment.accountId,
  shipment.number,
  Option.getOrNull(shipment.type),
  Option.getOrNull(shipment.sealine),
  Option.getOrNull(shipment.reference),
  Option.match(shipment.metadata, { onNone: () => null, onSome: (metadata) => JSON.stringify(metadata) }),
  shipment.status,
  Option.getOrNull(shipment.stopReason),
  shipment.trackedSince.epochMilliseconds,
  millisOrNull(shipment.completedAt),
  millisOrNull(shipment.reviewAt),
  shipment.createdAt.epochMilliseconds,
  shipment.updatedAt.epochMilliseconds,
  shipment.sequence
]

/** What was told, as we wrote it: every event reads it anew, and checking each date in it costs more than the rest. */
const OwnWriting = Schema.declare((value: unknown): value is Notified => Predicate.isObject(value))

/** A row of `registration`, without the rounds of the demonstration. */
export const RegistrationRow = Schema.Struct({
  shipmentId: ShipmentId,
  endpointId: EndpointId,
  registeredAt: Schema.DateTimeUtcFromMillis,
  notified: Schema.fromJsonString(OwnWriting)
}).pipe(Schema.decodeTo(Registration))

/** The columns of `RegistrationRow`, in the order of `registrationCells`. */
export const REGISTRATION_TYPES = {
  shipment_id: "TEXT",
  endpoint_id: "TEXT",
  registered_at: "BIGINT",
  notified: "TEXT"
} as const

export const registrationCells = (registration: Registration): Cells => [
  registration.shipmentId,
  registration.endpointId,
  registration.registeredAt.epochMilliseconds,
  JSON.stringify(registration.notified)
]
