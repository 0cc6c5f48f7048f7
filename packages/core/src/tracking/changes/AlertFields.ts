import { Option, Schema } from "effect"
import type { Instant } from "../../time/Instant.ts"
import { SourceEventView, sourceEventView } from "../journey/JourneyView.ts"
import type { SourceEvent } from "../journey/Milestone.ts"
import { ReferenceType } from "../references/ReferenceType.ts"
import type { Shipment } from "../shipments/Shipment.ts"

/** The shipment that an alert is about, with the customer's reference and metadata. */
export const ShipmentData = Schema.Struct({
  id: Schema.String,
  number: Schema.String,
  type: Schema.NullOr(ReferenceType),
  sealine: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  metadata: Schema.NullOr(Schema.Record(Schema.String, Schema.String))
})
export type ShipmentData = typeof ShipmentData.Type

/** The shipment as every alert about it contains it. */
export const shipmentData = (shipment: Shipment): ShipmentData => ({
  id: shipment.id,
  number: shipment.number,
  type: Option.getOrNull(shipment.type),
  sealine: Option.getOrNull(shipment.sealine),
  reference: Option.getOrNull(shipment.reference),
  metadata: Option.getOrNull(shipment.metadata)
})

/** The fields of `data` that every alert about a shipment has. */
export const alertFields = {
  shipment: ShipmentData,
  sequence: Schema.Int.annotate({
    description: "Numbers the alerts of one shipment; the alert with the higher number is the newer one"
  }),
  /** Sent on request; does not describe a real shipment. */
  example: Schema.optionalKey(Schema.Literal(true))
}

/** The container's number; null while a booking has no container. */
export const containerField = Schema.NullOr(Schema.String)

/** The source event of an opt-in alert. */
export const sourceEventField = Schema.NullOr(SourceEventView).annotate({
  description: "The newest event behind the alert; null when the carrier retracted every event"
})

/** The event behind a change as alerts contain it; null when there is none. */
export const sourceEventOrNull = (source: Option.Option<SourceEvent>): SourceEventView | null =>
  Option.isSome(source) ? sourceEventView(source.value) : null

const portVisitFields = {
  unlocode: Schema.String.annotate({ description: "UN/LOCODE" }),
  visit: Schema.Int.annotate({ description: "1 for the first call of the container at this port, 2 for the second" })
}

/** One port call of the container. */
export const PortVisitView = Schema.Struct(portVisitFields)
export type PortVisitView = typeof PortVisitView.Type

/** What the rule of an opt-in event type supplies for its alerts. */
export interface OptInEvent<Alert, Data extends Schema.Top = Schema.Top> {
  /** Schema of the whole `data`. */
  readonly schema: Data
  /** The fields of `data` that are specific to the type. */
  readonly data: (alert: Alert) => Readonly<Record<string, unknown>>
  /**
   * An alert that the rule emits for the example journey which ends a day before `now`; undefined when it emits none.
   */
  readonly example: (now: Instant) => Alert | undefined
}
