import { AccountId } from "@landfall/core/accounts/Account"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Metadata } from "@landfall/core/alerts/endpoints/Endpoint"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import type { NotifiedState } from "@landfall/core/tracking/shipments/NotifiedState"
import { Registration, Shipment, ShipmentStatus, StopReason } from "@landfall/core/tracking/shipments/Shipment"
import { Brand, DateTime, Effect, Option, Result, Schema } from "effect"
import type { Cells } from "../../sql/JsonRows.ts"
import { decodeNotified, encodeNotified, StoredNotifiedState } from "./NotifiedCodec.ts"

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
})

const shipmentId = Brand.nominal<ShipmentId>()
const accountId = Brand.nominal<AccountId>()
const endpointId = Brand.nominal<EndpointId>()
const scac = Brand.nominal<Scac>()

const dateTimeOrNone = (millis: number | null): Option.Option<DateTime.Utc> =>
  millis === null ? Option.none() : Option.some(DateTime.makeUnsafe(millis))

const shipmentOf = (row: typeof ShipmentRow.Encoded): Shipment => ({
  id: shipmentId(row.id),
  accountId: accountId(row.accountId),
  number: row.number,
  type: Option.fromNullOr(row.type),
  sealine: row.sealine === null ? Option.none() : Option.some(scac(row.sealine)),
  reference: Option.fromNullOr(row.reference),
  metadata: row.metadata === null ? Option.none() : Option.some(JSON.parse(row.metadata)),
  status: row.status,
  stopReason: Option.fromNullOr(row.stopReason),
  trackedSince: DateTime.makeUnsafe(row.trackedSince),
  completedAt: dateTimeOrNone(row.completedAt),
  reviewAt: dateTimeOrNone(row.reviewAt),
  createdAt: DateTime.makeUnsafe(row.createdAt),
  updatedAt: DateTime.makeUnsafe(row.updatedAt),
  sequence: row.sequence
})

const isShipment = Schema.is(Shipment)
const decodeShipmentsBySchema = Schema.decodeEffect(Schema.Array(ShipmentRow))

/**
 * Decodes rows of `shipment` as `ShipmentRow` does, in a fraction of the time: every received event reads one. For an
 * invalid row the schema reports the fault.
 */
export const decodeShipmentRows = (rows: ReadonlyArray<typeof ShipmentRow.Encoded>) => {
  const read = Result.try(() => rows.map(shipmentOf))
  return Result.isSuccess(read) && read.success.every(isShipment)
    ? Effect.succeed(read.success)
    : decodeShipmentsBySchema(rows)
}

/** The columns of `ShipmentRow`, in the order of `shipmentCells`. */
export const SHIPMENT_COLUMN_TYPES = {
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

const millisOrNull = (time: Option.Option<DateTime.Utc>): number | null =>
  Option.isSome(time) ? time.value.epochMilliseconds : null

// Written by hand: a call may write thousands, and encoding by schema takes ten times as long.
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

/** A row of `registration`, without the schedule of the demo rounds. */
export const RegistrationRow = Schema.Struct({
  shipmentId: ShipmentId,
  endpointId: EndpointId,
  registeredAt: Schema.DateTimeUtcFromMillis,
  notified: StoredNotifiedState
})

const registrationOf = (row: typeof RegistrationRow.Encoded, notified: NotifiedState): Registration => ({
  shipmentId: shipmentId(row.shipmentId),
  endpointId: endpointId(row.endpointId),
  registeredAt: DateTime.makeUnsafe(row.registeredAt),
  notified
})

/** Maps values, equal ones once: the endpoints of a shipment have been notified of the same, as a rule. */
const shared = <A, B>(map: (value: A) => B): ((value: A) => B) => {
  const cache = new Map<A, B>()
  return (value) => {
    const mapped = cache.get(value) ?? map(value)
    cache.set(value, mapped)
    return mapped
  }
}

const isRegistration = Schema.is(Registration)
const decodeRegistrationsBySchema = Schema.decodeEffect(Schema.Array(RegistrationRow))

/**
 * Decodes rows of `registration` as `RegistrationRow` does, by hand like `decodeShipmentRows`. Registrations that have been
 * notified of the same have one notified state.
 */
export const decodeRegistrationRows = (rows: ReadonlyArray<typeof RegistrationRow.Encoded>) => {
  const notifiedOf = shared(decodeNotified)
  const read = Result.try(() => rows.map((row) => registrationOf(row, notifiedOf(row.notified))))
  return Result.isSuccess(read) && read.success.every(isRegistration)
    ? Effect.succeed(read.success)
    : decodeRegistrationsBySchema(rows)
}

/** The account and the columns of `RegistrationRow`, in the order of `registrationRows`. */
export const REGISTRATION_COLUMN_TYPES = {
  account_id: "TEXT",
  shipment_id: "TEXT",
  endpoint_id: "TEXT",
  registered_at: "BIGINT",
  notified: "TEXT"
} as const

/** The cells of registrations of an account. Equal notified states are encoded once. */
export const registrationRows = (
  account: AccountId,
  registrations: ReadonlyArray<Registration>
): ReadonlyArray<Cells> => {
  const encoded = shared(encodeNotified)
  return registrations.map(({ shipmentId, endpointId, registeredAt, notified }) => [
    account,
    shipmentId,
    endpointId,
    registeredAt.epochMilliseconds,
    encoded(notified)
  ])
}
