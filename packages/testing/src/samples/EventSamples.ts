import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import type {
  EquipmentEvent,
  EventReference,
  Place,
  ShipmentEvent,
  TransportCall,
  TransportEvent
} from "@landfall/core/tracking/carriers/CarrierEvent"
import { ContainerNumber, checkDigit } from "@landfall/core/tracking/references/ContainerNumber"
import { DateTime, Option } from "effect"
import { SAMPLE_TIME } from "./Samples.ts"

/** The container number of an owner and a serial number from 0 to 999999, with its check digit. */
export const containerOf = (serial: number, owner = "MSCU"): ContainerNumber => {
  const number = `${owner}${serial.toString().padStart(6, "0")}`
  return ContainerNumber.make(`${number}${checkDigit(number)}`)
}

/** The reference to a booking in an event. */
export const bookingDocument = (value: string): EventReference => ({ type: "BKG", value })
/** The reference to a bill of lading in an event. */
export const billDocument = (value: string): EventReference => ({ type: "TRD", value })

/** An instant some hours after `SAMPLE_TIME`. */
export const hoursLater = (hours: number): Instant =>
  Instant.make(DateTime.toEpochMillis(SAMPLE_TIME) + Math.round(hours * 3_600_000))

/** A place without facility. */
export const placeOf = (unlocode: string): Place => ({
  unlocode: Unlocode.make(unlocode),
  name: Option.none(),
  facility: Option.none(),
  facilityType: Option.some("POTE")
})

/** The call of one vessel at a port. */
export const transportCallAt = (unlocode: string): TransportCall => ({
  id: Option.some(`${unlocode}-012W`),
  mode: "VESSEL",
  vessel: Option.some({ imo: Option.some("9839430"), name: Option.some("MSC GULSUN") }),
  exportVoyage: Option.some("012W"),
  importVoyage: Option.none()
})

const COMMON_FIELDS = {
  sourceEventId: Option.none(),
  eventDateTime: hoursLater(0),
  createdDateTime: Option.some(hoursLater(0)),
  receivedAt: hoursLater(0),
  documents: [],
  references: [],
  remark: Option.none(),
  delayReason: Option.none()
} as const

/** An actual load at Shanghai; `changes` override its fields. */
export const equipmentEventOf = (container: string, changes: Partial<EquipmentEvent> = {}): EquipmentEvent => ({
  _tag: "EquipmentEvent",
  ...COMMON_FIELDS,
  classifier: "ACT",
  place: Option.some(placeOf("CNSHA")),
  transportCall: Option.some(transportCallAt("CNSHA")),
  equipmentReference: Option.some(container),
  code: "LOAD",
  emptyIndicator: Option.some("LADEN"),
  ...changes
})

/** An estimated vessel arrival at Rotterdam without a container; `changes` override its fields. */
export const transportEventOf = (changes: Partial<TransportEvent> = {}): TransportEvent => ({
  _tag: "TransportEvent",
  ...COMMON_FIELDS,
  eventDateTime: hoursLater(30 * 24),
  classifier: "EST",
  place: Option.some(placeOf("NLRTM")),
  transportCall: Option.some(transportCallAt("NLRTM")),
  equipmentReference: Option.none(),
  code: "ARRI",
  ...changes
})

/** A confirmed booking without a container; `changes` override its fields. */
export const shipmentEventOf = (booking: string, changes: Partial<ShipmentEvent> = {}): ShipmentEvent => ({
  _tag: "ShipmentEvent",
  ...COMMON_FIELDS,
  documents: [bookingDocument(booking)],
  classifier: "ACT",
  code: "CONF",
  documentType: "BKG",
  documentId: booking,
  ...changes
})
