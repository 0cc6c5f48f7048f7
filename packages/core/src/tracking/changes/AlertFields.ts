import { DateTime, Option, Schema } from "effect"
import type { MilestoneType } from "../../alerts/EventType.ts"
import type { FindPlace, PlaceDetails } from "../../geo/PlaceDirectory.ts"
import { type Instant, isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { Classifier, type Place } from "../carriers/CarrierEvent.ts"
import type { Journey } from "../journey/Journey.ts"
import type { PortRole } from "../journey/JourneyParts.ts"
import { LocationView, locationView, SourceEventView, sourceEventView } from "../journey/JourneyView.ts"
import type { Milestone, SourceEvent } from "../journey/Milestone.ts"
import { ReferenceType } from "../references/ReferenceType.ts"
import type { Shipment } from "../shipments/Shipment.ts"

const shipmentFields = {
  id: Schema.String,
  number: Schema.String,
  type: Schema.NullOr(ReferenceType),
  sealine: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  metadata: Schema.NullOr(Schema.Record(Schema.String, Schema.String))
}
export interface ShipmentDataSchema extends Schema.Struct<typeof shipmentFields> {}
/** The shipment that an alert is about, with the customer's reference and metadata. */
export const ShipmentData: ShipmentDataSchema = Schema.Struct(shipmentFields)
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
    description: "Numbers the alerts of one shipment; the alert with the higher number is the newer one."
  }),
  /** Sent on request; does not describe a real shipment. */
  example: Schema.optionalKey(Schema.Literal(true))
}

/** The container's number; null while a booking has no container. */
export const containerField = Schema.NullOr(Schema.String)

/** The source event of an opt-in alert. */
export const sourceEventField = Schema.NullOr(SourceEventView).annotate({
  description: "The newest event behind the alert; null when the carrier retracted every event."
})

/** The event behind a change as alerts contain it; null when there is none. */
export const sourceEventOrNull = (source: Option.Option<SourceEvent>): SourceEventView | null =>
  Option.isSome(source) ? sourceEventView(source.value) : null

/** The known fields of a place beside its code. */
const placeFields = {
  name: LocationView.fields.name,
  timeZone: Schema.NullOr(Schema.String).annotate({
    description: "The IANA time zone of the place, such as Europe/Amsterdam; null when it is unknown."
  }),
  position: Schema.NullOr(Schema.Struct({ latitude: Schema.Finite, longitude: Schema.Finite })).annotate({
    description: "Where vessels berth; null when it is unknown."
  })
}

const locationFields = { ...LocationView.fields, ...placeFields }
export interface AlertLocationSchema extends Schema.Struct<typeof locationFields> {}
/** A place in an alert, with its known fields. */
export const AlertLocation: AlertLocationSchema = Schema.Struct(locationFields).annotate({
  identifier: "AlertLocation"
})
export type AlertLocation = typeof AlertLocation.Type

/** Date and time at a place, with its offset: `2026-03-14T08:31:02.000+01:00`. */
export const LocalDate = Schema.NullOr(Schema.String).annotate({
  description: "The date in the time zone of the place, with its offset; null when the time zone is unknown."
})

const ExpectedDate = Schema.Struct({ date: IsoDateTime, localDate: LocalDate, classifier: Classifier })

const JourneyEnd = Schema.Struct({
  unlocode: Schema.String.annotate({ description: "UN/LOCODE." }),
  name: Schema.NullOr(Schema.String)
})

const summaryFields = {
  pol: Schema.NullOr(JourneyEnd).annotate({ description: "The first port of loading; null while it is unknown." }),
  pod: Schema.NullOr(JourneyEnd).annotate({ description: "The final port of discharge; null while it is unknown." }),
  departure: Schema.NullOr(ExpectedDate).annotate({ description: "When the vessel departs from the first POL." }),
  eta: Schema.NullOr(ExpectedDate).annotate({ description: "When the vessel arrives at the final POD." })
}
export interface JourneySummarySchema extends Schema.Struct<typeof summaryFields> {}
/** The journey of the container in short, as it is now. */
export const JourneySummary: JourneySummarySchema = Schema.Struct(summaryFields).annotate({
  identifier: "JourneySummary"
})
export type JourneySummary = typeof JourneySummary.Type

/** The fields of `data` that every alert about a journey has. */
export const journeyFields = {
  ...alertFields,
  journey: Schema.NullOr(JourneySummary).annotate({
    description:
      "Ports and dates of the whole journey, as they are now; null where the alert is about several containers."
  })
}

/** The date at a place; null when its time zone is unknown. */
export const localDateOf = (date: Instant, { timeZone }: PlaceDetails): string | null =>
  timeZone === undefined
    ? null
    : Option.match(DateTime.makeZoned(date, { timeZone }), { onNone: () => null, onSome: DateTime.formatIsoOffset })

const placeDetails = ({ name, timeZone, position }: PlaceDetails) => ({
  name: name ?? null,
  timeZone: timeZone ?? null,
  position: position === undefined ? null : { latitude: position.latitude, longitude: position.longitude }
})

/** A place as alerts contain it. The name that the carrier reports precedes the one that is known. */
export const alertLocation = (place: Place, findPlace: FindPlace): AlertLocation => {
  const details = placeDetails(findPlace(place.unlocode))
  return { ...locationView(place), ...details, name: Option.getOrElse(place.name, () => details.name) }
}

const expectedDate = (
  milestones: ReadonlyArray<Milestone>,
  type: MilestoneType,
  findPlace: FindPlace
): typeof ExpectedDate.Type | null => {
  const milestone = milestones.find((milestone) => milestone.type === type)
  if (milestone === undefined) return null
  const { date, classifier, place } = milestone
  return { date: isoOf(date), localDate: localDateOf(date, findPlace(place.unlocode)), classifier }
}

/** The ports of loading and discharge of a journey, with the departure and the arrival as known now; null where unknown. */
export const journeySummary = ({ ports, milestones }: Journey, findPlace: FindPlace): JourneySummary => {
  const portOf = (role: PortRole) => {
    const port = ports.find((port) => port.role === role)
    if (port === undefined) return null
    const { unlocode, name } = alertLocation(port.place, findPlace)
    return { unlocode, name }
  }
  return {
    pol: portOf("first-pol"),
    pod: portOf("final-pod"),
    departure: expectedDate(milestones, "vessel.departure.from.first.pol", findPlace),
    eta: expectedDate(milestones, "vessel.arrival.at.final.pod", findPlace)
  }
}

const portVisitFields = {
  unlocode: Schema.String.annotate({ description: "UN/LOCODE." }),
  visit: Schema.Int.annotate({ description: "1 for the first call of the container at this port, 2 for the second." })
}

/** One port call of the container. */
export const PortVisitView = Schema.Struct(portVisitFields)
export type PortVisitView = typeof PortVisitView.Type

/** One port call of the container, with the known fields of the port. */
export const AlertPort = Schema.Struct({ ...portVisitFields, ...placeFields }).annotate({ identifier: "AlertPort" })

/** A port call as alerts contain it. */
export const alertPort = (port: PortVisitView, findPlace: FindPlace): typeof AlertPort.Type => ({
  ...port,
  ...placeDetails(findPlace(port.unlocode))
})

/** The parts of an opt-in event type that its rule supplies. */
export interface OptInEvent<Alert, Data extends Schema.Top = Schema.Top> {
  /** Schema of the whole `data`. */
  readonly schema: Data
  /** The fields of `data` that are specific to the type. */
  readonly data: (alert: Alert, findPlace: FindPlace) => Readonly<Record<string, unknown>>
  /**
   * An alert that the rule emits for the example journey which ends a day before `now`; undefined when it emits none.
   */
  readonly example: (now: Instant) => Alert | undefined
}
