import { DateTime, type Schema } from "effect"
import type { JourneyPlace, JourneyVessel } from "./Places.ts"

/** One event as a carrier sends it: DCSA Track & Trace 2.2, JSON. */
export type DcsaEvent = Schema.JsonObject

/** The container and documents that all events of one journey share. */
export interface Consignment {
  readonly container: string
  readonly booking: string
  /** The transport document; undefined before it is issued. */
  readonly bill?: string | undefined
}

/** A stop of a vessel, train or truck at a place. */
export interface JourneyCall {
  readonly place: JourneyPlace
  readonly mode: "VESSEL" | "RAIL" | "TRUCK"
  /** `POTE` port terminal, `INTE` inland terminal, `DEPO` depot. */
  readonly facilityType: "POTE" | "INTE" | "DEPO"
  readonly vessel?: JourneyVessel | undefined
  /** The voyage on which the vessel departs. */
  readonly exportVoyage?: string | undefined
  /** The voyage on which the vessel arrives. */
  readonly importVoyage?: string | undefined
}

/** One event of a journey, before it is encoded as DCSA. */
export interface JourneyEvent {
  readonly code: "ARRI" | "DEPA" | "LOAD" | "DISC" | "GTIN" | "GTOT"
  readonly classifier: "PLN" | "EST" | "ACT"
  readonly date: DateTime.Utc
  readonly call: JourneyCall
  readonly empty?: boolean | undefined
  /** DCSA delay reason, such as `WEA` for weather or `POC` for port congestion. */
  readonly delayReason?: string | undefined
}

const FNV_PRIME = 0x01000193
const FNV_OFFSET = 0x811c9dc5

/** FNV-1a of a text, 32 bits; `seed` gives independent values for the same text. */
const hash = (text: string, seed: number): string => {
  let value = (FNV_OFFSET ^ seed) >>> 0
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), FNV_PRIME) >>> 0
  }
  return value.toString(16).padStart(8, "0")
}

/** A UUID that is a function of the text (RFC 9562 version 8, custom bits). */
const uuidOf = (text: string): string => {
  const bits = [1, 2, 3, 4].map((seed) => hash(text, seed)).join("")
  return [
    bits.slice(0, 8),
    bits.slice(8, 12),
    `8${bits.slice(13, 16)}`,
    `a${bits.slice(17, 20)}`,
    bits.slice(20, 32)
  ].join("-")
}

/** A date in the local time of the place with its offset from UTC, as carriers write it. */
const localIso = (instant: DateTime.Utc, place: JourneyPlace): string =>
  DateTime.formatIsoOffset(DateTime.setZoneOffset(instant, place.utcOffsetHours * 3_600_000))

/** The id of a call: place, vessel and voyage. */
export const callId = ({ place, mode, vessel, exportVoyage, importVoyage }: JourneyCall): string =>
  [place.unlocode, vessel?.imo ?? mode, importVoyage ?? exportVoyage ?? ""].filter((part) => part !== "").join("-")

const transportCall = (call: JourneyCall): DcsaEvent => ({
  transportCallID: callId(call),
  ...(call.exportVoyage === undefined ? {} : { exportVoyageNumber: call.exportVoyage }),
  ...(call.importVoyage === undefined ? {} : { importVoyageNumber: call.importVoyage }),
  UNLocationCode: call.place.unlocode,
  facilityTypeCode: call.facilityType,
  modeOfTransport: call.mode,
  location: { locationName: call.place.name, UNLocationCode: call.place.unlocode },
  ...(call.vessel === undefined
    ? {}
    : {
        vessel: {
          vesselIMONumber: call.vessel.imo,
          vesselName: call.vessel.name,
          vesselFlag: call.vessel.flag,
          vesselOperatorCarrierCode: call.vessel.operator,
          vesselOperatorCarrierCodeListProvider: "NMFTA"
        }
      })
})

const documentReferences = ({ booking, bill }: Consignment): ReadonlyArray<DcsaEvent> => [
  { documentReferenceType: "BKG", documentReferenceValue: booking },
  ...(bill === undefined ? [] : [{ documentReferenceType: "TRD", documentReferenceValue: bill }])
]

/** The id of an event that the carrier creates at `createdAt`. */
export const eventId = (consignment: Consignment, event: JourneyEvent, createdAt: DateTime.Utc): string =>
  uuidOf(
    [
      consignment.container,
      consignment.booking,
      event.code,
      callId(event.call),
      DateTime.formatIso(createdAt),
      event.classifier,
      String(event.empty)
    ].join("|")
  )

/**
 * The DCSA form of an event that the carrier creates at `createdAt`. Arrivals and departures are TRANSPORT events,
 * which name documents and no container; all others are EQUIPMENT events. The same event created at another time has
 * another id.
 */
export const dcsaEventOf = (consignment: Consignment, event: JourneyEvent, createdAt: DateTime.Utc): DcsaEvent => {
  const { code, classifier, date, call } = event
  const isTransport = code === "ARRI" || code === "DEPA"
  const common = {
    eventCreatedDateTime: DateTime.formatIso(createdAt),
    eventClassifierCode: classifier,
    eventDateTime: localIso(date, call.place),
    transportCall: transportCall(call),
    documentReferences: documentReferences(consignment),
    references: []
  }
  const eventID = eventId(consignment, event, createdAt)
  if (isTransport) {
    return {
      eventID,
      eventType: "TRANSPORT",
      transportEventTypeCode: code,
      ...(event.delayReason === undefined ? {} : { delayReasonCode: event.delayReason }),
      ...common
    }
  }
  return {
    eventID,
    eventType: "EQUIPMENT",
    equipmentEventTypeCode: code,
    equipmentReference: consignment.container,
    ISOEquipmentCode: "45G1",
    emptyIndicatorCode: event.empty === true ? "EMPTY" : "LADEN",
    eventLocation: { locationName: call.place.name, UNLocationCode: call.place.unlocode },
    ...common
  }
}
