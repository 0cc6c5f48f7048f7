import type { CarrierEvent, Place, Reference, TransportCall } from "@landfall/core/tracking/carriers/CarrierEvent"
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

type Name = readonly [path: string, value: string | undefined]
type Names = ReadonlyArray<Name>

const said = (text: Option.Option<string>): string | undefined => Option.getOrUndefined(text)

const namesOfCall = (call: TransportCall): Names => {
  const vessel = Option.getOrUndefined(call.vessel)
  return [
    ["transportCall.transportCallID", said(call.id)],
    ["transportCall.vessel.vesselIMONumber", vessel && said(vessel.imo)],
    ["transportCall.vessel.vesselName", vessel && said(vessel.name)],
    ["transportCall.exportVoyageNumber", said(call.exportVoyage)],
    ["transportCall.importVoyageNumber", said(call.importVoyage)]
  ]
}

const namesOfPlace = (place: Place): Names => [
  ["locationName", said(place.name)],
  ["facilityCode", said(place.facility)],
  ["facilityTypeCode", said(place.facilityType)]
]

const CODE_PATHS: Readonly<Record<CarrierEvent["_tag"], string>> = {
  TransportEvent: "transportEventTypeCode",
  EquipmentEvent: "equipmentEventTypeCode",
  ShipmentEvent: "shipmentEventTypeCode",
  UnknownEvent: "eventType"
}

const namesOf = (event: CarrierEvent): Names => {
  const names: Array<Name> = [
    ["eventID", said(event.sourceEventId)],
    ["delayReasonCode", said(event.delayReason)],
    [CODE_PATHS[event._tag], event.code]
  ]
  if (event._tag === "ShipmentEvent") {
    names.push(["documentID", event.documentId], ["documentTypeCode", event.documentType])
    return names
  }
  names.push(["equipmentReference", said(event.equipmentReference)])
  if (event._tag === "UnknownEvent") {
    names.push(["eventType", event.kind], ["eventClassifierCode", event.classifier])
  }
  if (Option.isSome(event.transportCall)) names.push(...namesOfCall(event.transportCall.value))
  if (Option.isSome(event.place)) names.push(...namesOfPlace(event.place.value))
  return names
}

const isTooLong = (value: string | undefined): value is string => value !== undefined && value.length > MAX_NAME_LENGTH

const tooLong = (path: string, value: string) => ({
  path,
  reason: `has ${value.length} characters, and at most ${MAX_NAME_LENGTH} are read`
})

/** The first reference that is too long, with its place in its list. */
const excessIn = (list: string, references: ReadonlyArray<Reference>) => {
  for (const [index, { type, value }] of references.entries()) {
    const long = isTooLong(type) ? type : isTooLong(value) ? value : undefined
    if (long !== undefined) return tooLong(`${list}[${index}]`, long)
  }
  return undefined
}

/** What of an event is more than can be kept: its path within the event, and the rule. Undefined when all is well. */
export const excessOf = (event: CarrierEvent): { readonly path: string; readonly reason: string } | undefined => {
  if (event.documents.length > MAX_DOCUMENTS) {
    return { path: "documentReferences", reason: `names more than ${MAX_DOCUMENTS} documents` }
  }
  if (event.references.length > MAX_REFERENCES) {
    return { path: "references", reason: `has more than ${MAX_REFERENCES} references` }
  }
  for (const [path, value] of namesOf(event)) if (isTooLong(value)) return tooLong(path, value)
  return excessIn("documentReferences", event.documents) ?? excessIn("references", event.references)
}
