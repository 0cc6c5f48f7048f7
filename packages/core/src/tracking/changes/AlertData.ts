import { Option, Schema } from "effect"
import { MilestoneType } from "../../alerts/EventType.ts"
import { isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { Classifier } from "../carriers/CarrierEvent.ts"
import type { Journey } from "../journey/Journey.ts"
import {
  JourneyView,
  journeyView,
  LocationView,
  locationView,
  SourceEventView,
  sourceEventView,
  VesselView,
  vesselView
} from "../journey/JourneyView.ts"
import { MilestoneRule } from "../journey/Milestone.ts"
import { ReferenceType } from "../references/ReferenceType.ts"
import type { Shipment } from "../shipments/Shipment.ts"
import type { DateChanged, MilestoneAlert } from "./JourneyDiff.ts"

/** The shipment an alert is about, with the caller's own reference and metadata. */
export const ShipmentData = Schema.Struct({
  id: Schema.String,
  number: Schema.String,
  type: Schema.NullOr(ReferenceType),
  sealine: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  metadata: Schema.NullOr(Schema.Record(Schema.String, Schema.String))
})
export type ShipmentData = typeof ShipmentData.Type

const alertFields = {
  shipment: ShipmentData,
  /** Numbers the alerts of one shipment: of two, the one with the higher number says more. */
  sequence: Schema.Int,
  /** Sent on request; says nothing about a real shipment. */
  example: Schema.optionalKey(Schema.Literal(true))
}

const milestoneFields = {
  ...alertFields,
  container: Schema.NullOr(Schema.String),
  milestone: MilestoneType,
  location: LocationView,
  date: IsoDateTime,
  classifier: Classifier,
  vessel: Schema.NullOr(VesselView),
  rule: MilestoneRule,
  sourceEvent: SourceEventView
}

/** `data` of the sixteen milestones: something has happened. JSON on both sides. */
export const MilestoneData = Schema.Struct(milestoneFields)
export type MilestoneData = typeof MilestoneData.Type

/** `data` of the sixteen changes of date. `date` is `current`. */
export const DateChangeData = Schema.Struct({
  ...milestoneFields,
  previous: IsoDateTime.annotate({ description: "The date last told, or the first known" }),
  current: IsoDateTime,
  initial: IsoDateTime.annotate({ description: "The first date known" }),
  hours: Schema.Finite.annotate({ description: "From previous to current: positive is later, negative earlier" }),
  direction: Schema.Literals(["earlier", "later"]),
  thresholdHours: Schema.Finite.annotate({ description: "The date has moved by more hours than this" })
})
export type DateChangeData = typeof DateChangeData.Type

/** `data` of `shipment.added.to.endpoint`: the journey so far, of every container known. */
export const AddedData = Schema.Struct({ ...alertFields, journeys: Schema.Array(JourneyView) })
export type AddedData = typeof AddedData.Type

export const shipmentData = (shipment: Shipment): ShipmentData => ({
  id: shipment.id,
  number: shipment.number,
  type: Option.getOrNull(shipment.type),
  sealine: Option.getOrNull(shipment.sealine),
  reference: Option.getOrNull(shipment.reference),
  metadata: Option.getOrNull(shipment.metadata)
})

const milestoneData = (shipment: Shipment, alert: MilestoneAlert, sequence: number): MilestoneData => {
  const { container, milestone } = alert
  return {
    shipment: shipmentData(shipment),
    container: Option.getOrNull(container),
    milestone: milestone.type,
    location: locationView(milestone.place),
    date: isoOf(milestone.date),
    classifier: milestone.classifier,
    vessel: vesselView(milestone.vessel, milestone.voyage),
    rule: milestone.rule,
    sourceEvent: sourceEventView(milestone.source),
    sequence
  }
}

const dateChangeFields = (change: DateChanged) => ({
  previous: isoOf(change.previous),
  current: isoOf(change.current),
  initial: isoOf(change.initial),
  hours: change.hours,
  direction: change.direction,
  thresholdHours: change.thresholdHours
})

/** The `data` of a milestone or of its change of date. */
export const alertData = (
  shipment: Shipment,
  alert: MilestoneAlert,
  sequence: number
): MilestoneData | DateChangeData => {
  const data = milestoneData(shipment, alert, sequence)
  return alert._tag === "DateChanged" ? { ...data, ...dateChangeFields(alert) } : data
}

/** The `data` of `shipment.added.to.endpoint`. */
export const addedData = (shipment: Shipment, journeys: ReadonlyArray<Journey>, sequence: number): AddedData => ({
  shipment: shipmentData(shipment),
  journeys: journeys.map(journeyView),
  sequence
})
