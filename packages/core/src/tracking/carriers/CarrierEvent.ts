import { Schema } from "effect"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Instant } from "../../time/Instant.ts"

/** DCSA event classifier: ACT actual, EST estimated by the carrier, PLN planned by the timetable. */
export const Classifier = Schema.Literals(["ACT", "EST", "PLN"])
export type Classifier = typeof Classifier.Type

/** The means of transport of a call. */
export const TransportMode = Schema.Literals(["VESSEL", "RAIL", "TRUCK", "BARGE", "UNKNOWN"])
export type TransportMode = typeof TransportMode.Type

/** A vessel as the carrier reports it. The IMO number is stored as sent: carriers send blanks, zeros and wrong digits. */
export const ReportedVessel = Schema.Struct({
  imo: Schema.OptionFromNullOr(Schema.String),
  name: Schema.OptionFromNullOr(Schema.String)
})
export type ReportedVessel = typeof ReportedVessel.Type

/** One call of a means of transport at a place. */
export const TransportCall = Schema.Struct({
  id: Schema.OptionFromNullOr(Schema.String),
  mode: TransportMode,
  vessel: Schema.OptionFromNullOr(ReportedVessel),
  exportVoyage: Schema.OptionFromNullOr(Schema.String),
  importVoyage: Schema.OptionFromNullOr(Schema.String)
})
export type TransportCall = typeof TransportCall.Type

/**
 * The place of an event. `facility` and `facilityType` are the carrier's codes, such as an SMDG terminal and `POTE`.
 */
export const Place = Schema.Struct({
  unlocode: Unlocode,
  name: Schema.OptionFromNullOr(Schema.String),
  facility: Schema.OptionFromNullOr(Schema.String),
  facilityType: Schema.OptionFromNullOr(Schema.String)
})
export type Place = typeof Place.Type

/** A document (`BKG` booking, `TRD` transport document, …) or another reference (`EQ` equipment, `FF` forwarder, …). */
export const EventReference = Schema.Struct({ type: Schema.String, value: Schema.String })
export type EventReference = typeof EventReference.Type

/** The port of discharge and the place of delivery of a booking or bill of lading, as an event states them. */
export const StatedDestination = Schema.Struct({
  pod: Schema.optionalKey(Unlocode),
  delivery: Schema.optionalKey(Unlocode)
})
export type StatedDestination = typeof StatedDestination.Type

/** What a carrier, a terminal or the customer states about the collection of a container. Absent: not stated. */
export const CollectionTerms = Schema.Struct({
  /** The last day on which it can be collected free of charge, as `2026-03-14`; null removes the previous one. */
  lastFreeDay: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Why it must not be collected; empty after a release. */
  holds: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The instant from which it can be collected; null removes the previous one. */
  availableAt: Schema.optionalKey(Schema.NullOr(Instant))
})
export type CollectionTerms = typeof CollectionTerms.Type

const eventFields = {
  /** The carrier's id of the event, for people to refer to. Event identity does not depend on it; see `eventKey`. */
  sourceEventId: Schema.OptionFromNullOr(Schema.String),
  eventDateTime: Instant,
  /** When the carrier created the event. None when it is missing or implausible. */
  createdDateTime: Schema.OptionFromNullOr(Instant),
  receivedAt: Instant,
  documents: Schema.Array(EventReference),
  references: Schema.Array(EventReference),
  remark: Schema.OptionFromNullOr(Schema.String),
  delayReason: Schema.OptionFromNullOr(Schema.String),
  /** Absent when the event states none. */
  destination: Schema.optionalKey(StatedDestination),
  /**
   * The id of the event at a source that revises and retracts events by their ids (Track & Trace 3.0): of several with one id the
   * one created last counts. A retraction is an `UnknownEvent`.
   */
  revisionOf: Schema.optionalKey(Schema.String),
  /** Of an `UnknownEvent` that states terms; terms that it does not state are unchanged. */
  terms: Schema.optionalKey(CollectionTerms)
}

/** The role that the carrier states for the port of an event: transhipment port, or port of discharge. */
export const StatedPortRole = Schema.Literals(["transhipment", "discharge"])
export type StatedPortRole = typeof StatedPortRole.Type

const locationFields = {
  classifier: Classifier,
  /** Absent when the carrier does not state it. */
  portRole: Schema.optionalKey(StatedPortRole),
  place: Schema.OptionFromNullOr(Place),
  transportCall: Schema.OptionFromNullOr(TransportCall),
  /**
   * The container, upper case without blanks. None when the event is about the call, and so about every container on
   * it.
   */
  equipmentReference: Schema.OptionFromNullOr(Schema.String)
}

/** A means of transport arrives or departs. */
export const TransportEvent = Schema.TaggedStruct("TransportEvent", {
  ...eventFields,
  ...locationFields,
  code: Schema.Literals(["ARRI", "DEPA"])
})
export type TransportEvent = typeof TransportEvent.Type

/**
 * DCSA's equipment event types: load, discharge, gate in and out, stuffing, stripping, pick-up, drop-off and the rest.
 */
export const EquipmentCode = Schema.Literals([
  "LOAD",
  "DISC",
  "GTIN",
  "GTOT",
  "PICK",
  "DROP",
  "STUF",
  "STRP",
  "INSP",
  "RSEA",
  "RMVD",
  "CUSS",
  "CUSI",
  "CUSR",
  "CROS",
  "AVPU",
  "AVDO"
])
export type EquipmentCode = typeof EquipmentCode.Type

/** Whether a container is empty or laden, as the carrier states it. */
export const EmptyIndicator = Schema.Literals(["EMPTY", "LADEN"])
export type EmptyIndicator = typeof EmptyIndicator.Type

/** When copies of one event first stated each load, in milliseconds since the epoch. */
export const StatedLoads = Schema.Struct({
  EMPTY: Schema.optionalKey(Schema.Finite),
  LADEN: Schema.optionalKey(Schema.Finite)
})
export type StatedLoads = typeof StatedLoads.Type

/** A container is moved or handled. */
export const EquipmentEvent = Schema.TaggedStruct("EquipmentEvent", {
  ...eventFields,
  ...locationFields,
  code: EquipmentCode,
  emptyIndicator: Schema.OptionFromNullOr(EmptyIndicator),
  /** Where copies of the event state different loads; the one stated last counts. */
  loads: Schema.optionalKey(StatedLoads),
  /** The type of the container by ISO 6346, such as `45G1`. */
  isoType: Schema.optionalKey(Schema.String),
  /** The numbers of its seals. */
  seals: Schema.optionalKey(Schema.Array(Schema.String))
})
export type EquipmentEvent = typeof EquipmentEvent.Type

/** A document changes its state. It moves no container and has no effect on journeys. */
export const ShipmentEvent = Schema.TaggedStruct("ShipmentEvent", {
  ...eventFields,
  classifier: Classifier,
  code: Schema.String,
  documentType: Schema.String,
  documentId: Schema.String
})
export type ShipmentEvent = typeof ShipmentEvent.Type

/** An event of unknown kind, code or classifier. It is stored as evidence and has no effect on journeys. */
export const UnknownEvent = Schema.TaggedStruct("UnknownEvent", {
  ...eventFields,
  kind: Schema.String,
  code: Schema.String,
  classifier: Schema.String,
  place: Schema.OptionFromNullOr(Place),
  transportCall: Schema.OptionFromNullOr(TransportCall),
  equipmentReference: Schema.OptionFromNullOr(Schema.String)
})
export type UnknownEvent = typeof UnknownEvent.Type

/**
 * A carrier's event, normalised over DCSA versions and carrier quirks. Encoded as JSON with null for missing values.
 */
export const CarrierEvent = Schema.Union([TransportEvent, EquipmentEvent, ShipmentEvent, UnknownEvent])
export type CarrierEvent = typeof CarrierEvent.Type

/**
 * The plausible years of an event, from `from` until before `before`. Dates outside are errors, such as 1970 or 2190.
 */
export const PLAUSIBLE_YEARS = { from: 1990, before: 2100 } as const
const PLAUSIBLE_FROM_MILLIS = 631_152_000_000
const PLAUSIBLE_BEFORE_MILLIS = 4_102_444_800_000

/** Whether a date is plausible for an event: from 1990-01-01 until before 2100-01-01, UTC. */
export const isPlausible = (instant: number): boolean =>
  instant >= PLAUSIBLE_FROM_MILLIS && instant < PLAUSIBLE_BEFORE_MILLIS
