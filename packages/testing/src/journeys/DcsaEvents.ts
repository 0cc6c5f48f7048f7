import { DateTime, type Schema } from "effect"
import type { JourneyPlace, Ship } from "./Places.ts"

/** One event as a carrier sends it: DCSA Track & Trace 2.2, JSON. */
export type DcsaEvent = Schema.JsonObject

/** What all events of one box on one booking have in common. */
export interface Consignment {
  readonly container: string
  readonly booking: string
  /** The transport document; none while it is not issued. */
  readonly bill?: string | undefined
}

/** A stop of a ship, train or truck at a place. */
export interface JourneyCall {
  readonly place: JourneyPlace
  readonly mode: "VESSEL" | "RAIL" | "TRUCK"
  /** `POTE` port terminal, `INTE` inland terminal, `DEPO` depot. */
  readonly facilityType: "POTE" | "INTE" | "DEPO"
  readonly ship?: Ship | undefined
  /** The voyage on which the ship leaves here, or with which it comes. */
  readonly exportVoyage?: string | undefined
  readonly importVoyage?: string | undefined
}

/** What happens, when, and how sure it is. */
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

/** A UUID that depends on the text alone (RFC 9562, version 8: the bits are ours). */
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

/** As carriers write dates: in the time of the place, with its offset from UTC. */
const localIso = (instant: DateTime.Utc, place: JourneyPlace): string =>
  DateTime.formatIsoOffset(DateTime.setZoneOffset(instant, place.utcOffsetHours * 3_600_000))

/** The id of a call: place, ship and voyage. */
export const callId = ({ place, mode, ship, exportVoyage, importVoyage }: JourneyCall): string =>
  [place.unlocode, ship?.imo ?? mode, importVoyage ?? exportVoyage ?? ""].filter((part) => part !== "").join("-")

const transportCall = (call: JourneyCall): DcsaEvent => ({
  transportCallID: callId(call),
  ...(call.exportVoyage === undefined ? {} : { exportVoyageNumber: call.exportVoyage }),
  ...(call.importVoyage === undefined ? {} : { importVoyageNumber: call.importVoyage }),
  UNLocationCode: call.place.unlocode,
  facilityTypeCode: call.facilityType,
  modeOfTransport: call.mode,
  location: { locationName: call.place.name, UNLocationCode: call.place.unlocode },
  ...(call.ship === undefined
    ? {}
    : {
        vessel: {
          vesselIMONumber: call.ship.imo,
          vesselName: call.ship.name,
          vesselFlag: call.ship.flag,
          vesselOperatorCarrierCode: call.ship.operator,
          vesselOperatorCarrierCodeListProvider: "NMFTA"
        }
      })
})

const documentReferences = ({ booking, bill }: Consignment): ReadonlyArray<DcsaEvent> => [
  { documentReferenceType: "BKG", documentReferenceValue: booking },
  ...(bill === undefined ? [] : [{ documentReferenceType: "TRD", documentReferenceValue: bill }])
]

/** The id of the event that tells a happening, written at `createdAt`. */
export const eventId = (consignment: Consignment, happening: JourneyEvent, createdAt: DateTime.Utc): string =>
  uuidOf(
    [
      consignment.container,
      consignment.booking,
      happening.code,
      callId(happening.call),
      DateTime.formatIso(createdAt),
      happening.classifier,
      String(happening.empty)
    ].join("|")
  )

/**
 * The event that tells a happening, written at `createdAt`. Arrivals and departures are TRANSPORT events: they name the
 * documents and no container. All else is EQUIPMENT. The same happening told again at another time has another id.
 */
export const dcsaEventOf = (consignment: Consignment, happening: JourneyEvent, createdAt: DateTime.Utc): DcsaEvent => {
  const { code, classifier, date, call } = happening
  const isTransport = code === "ARRI" || code === "DEPA"
  const said = {
    eventCreatedDateTime: DateTime.formatIso(createdAt),
    eventClassifierCode: classifier,
    eventDateTime: localIso(date, call.place),
    transportCall: transportCall(call),
    documentReferences: documentReferences(consignment),
    references: []
  }
  const eventID = eventId(consignment, happening, createdAt)
  if (isTransport) {
    return {
      eventID,
      eventType: "TRANSPORT",
      transportEventTypeCode: code,
      ...(happening.delayReason === undefined ? {} : { delayReasonCode: happening.delayReason }),
      ...said
    }
  }
  return {
    eventID,
    eventType: "EQUIPMENT",
    equipmentEventTypeCode: code,
    equipmentReference: consignment.container,
    ISOEquipmentCode: "45G1",
    emptyIndicatorCode: happening.empty === true ? "EMPTY" : "LADEN",
    eventLocation: { locationName: call.place.name, UNLocationCode: call.place.unlocode },
    ...said
  }
}
