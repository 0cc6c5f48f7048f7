import type { CarrierEvent, EventReference, Place, TransportCall } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Option } from "effect"

/**
 * Names and codes that tell events apart have at most so many characters. DCSA's longest has 100; what a store keeps of
 * them is a key of an index, and those have bounds of their own.
 */
export const MAX_NAME_LENGTH = 150
/** Words for people are cut here. DCSA has 250 for the remark on a change and 5000 for a reason. */
export const MAX_REMARK_LENGTH = 1000
/** As many documents an event names at most. */
export const MAX_DOCUMENTS = 50
/** As many other references, each container of a booking among them. */
export const MAX_REFERENCES = 500

type NamedValue = readonly [path: string, value: string | undefined]
type NamedValues = ReadonlyArray<NamedValue>

const orUndefined = (text: Option.Option<string>): string | undefined => Option.getOrUndefined(text)

const transportCallValues = (call: TransportCall): NamedValues => {
  const vessel = Option.getOrUndefined(call.vessel)
  return [
    ["transportCall.transportCallID", orUndefined(call.id)],
    ["transportCall.vessel.vesselIMONumber", vessel && orUndefined(vessel.imo)],
    ["transportCall.vessel.vesselName", vessel && orUndefined(vessel.name)],
    ["transportCall.exportVoyageNumber", orUndefined(call.exportVoyage)],
    ["transportCall.importVoyageNumber", orUndefined(call.importVoyage)]
  ]
}

const placeValues = (place: Place): NamedValues => [
  ["locationName", orUndefined(place.name)],
  ["facilityCode", orUndefined(place.facility)],
  ["facilityTypeCode", orUndefined(place.facilityType)]
]

const CODE_PATHS: Readonly<Record<CarrierEvent["_tag"], string>> = {
  TransportEvent: "transportEventTypeCode",
  EquipmentEvent: "equipmentEventTypeCode",
  ShipmentEvent: "shipmentEventTypeCode",
  UnknownEvent: "eventType"
}

const eventValues = (event: CarrierEvent): NamedValues => {
  const names: Array<NamedValue> = [
    ["eventID", orUndefined(event.sourceEventId)],
    ["delayReasonCode", orUndefined(event.delayReason)],
    [CODE_PATHS[event._tag], event.code]
  ]
  if (event._tag === "ShipmentEvent") {
    names.push(["documentID", event.documentId], ["documentTypeCode", event.documentType])
    return names
  }
  names.push(["equipmentReference", orUndefined(event.equipmentReference)])
  if (event._tag === "UnknownEvent") {
    names.push(["eventType", event.kind], ["eventClassifierCode", event.classifier])
  }
  if (Option.isSome(event.transportCall)) names.push(...transportCallValues(event.transportCall.value))
  if (Option.isSome(event.place)) names.push(...placeValues(event.place.value))
  return names
}

const isTooLong = (value: string | undefined): value is string => value !== undefined && value.length > MAX_NAME_LENGTH

const lengthExcess = (path: string, value: string) => ({
  path,
  reason: `has ${value.length} characters, and at most ${MAX_NAME_LENGTH} are read`
})

/** The first reference that is too long, with its place in its list. */
const findReferenceExcess = (list: string, references: ReadonlyArray<EventReference>) => {
  for (const [index, { type, value }] of references.entries()) {
    const long = isTooLong(type) ? type : isTooLong(value) ? value : undefined
    if (long !== undefined) return lengthExcess(`${list}[${index}]`, long)
  }
  return undefined
}

/** What of an event is more than can be kept: its path within the event, and the rule. Undefined when all is well. */
export const findExcess = (event: CarrierEvent): { readonly path: string; readonly reason: string } | undefined => {
  if (event.documents.length > MAX_DOCUMENTS) {
    return { path: "documentReferences", reason: `names more than ${MAX_DOCUMENTS} documents` }
  }
  if (event.references.length > MAX_REFERENCES) {
    return { path: "references", reason: `has more than ${MAX_REFERENCES} references` }
  }
  for (const [path, value] of eventValues(event)) if (isTooLong(value)) return lengthExcess(path, value)
  return (
    findReferenceExcess("documentReferences", event.documents) ?? findReferenceExcess("references", event.references)
  )
}
