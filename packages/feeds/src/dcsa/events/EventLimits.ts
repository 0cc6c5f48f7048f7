import type { CarrierEvent, EventReference, Place, TransportCall } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Option } from "effect"

/**
 * The longest name or code that identifies an event, in characters. The longest in DCSA has 100. Databases use them as
 * index keys, which have a size limit.
 */
const MAX_NAME_LENGTH = 150
/** The length in characters to which free text is truncated. DCSA allows 250 for a change remark and 5000 for a reason. */
export const MAX_REMARK_LENGTH = 1000
/** The largest number of documents of an event. */
const MAX_DOCUMENTS = 50
/** The largest number of other references of an event, such as the containers of a booking. */
const MAX_REFERENCES = 500

/** The largest number of pairs of a document and a container to which an event refers: the event is indexed under each. */
const MAX_PAIRS = 2_500

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
  reason: `has ${value.length} characters; the limit is ${MAX_NAME_LENGTH}`
})

/** The first reference that is too long, with its index. */
const findReferenceExcess = (list: string, references: ReadonlyArray<EventReference>) => {
  for (const [index, { type, value }] of references.entries()) {
    const long = isTooLong(type) ? type : isTooLong(value) ? value : undefined
    if (long !== undefined) return lengthExcess(`${list}[${index}]`, long)
  }
  return undefined
}

/** The first property of an event that exceeds a limit: its path within the event, and the rule. Undefined when none does. */
export const findExcess = (event: CarrierEvent): { readonly path: string; readonly reason: string } | undefined => {
  if (event.documents.length > MAX_DOCUMENTS) {
    return { path: "documentReferences", reason: `has more than ${MAX_DOCUMENTS} documents` }
  }
  if (event.references.length > MAX_REFERENCES) {
    return { path: "references", reason: `has more than ${MAX_REFERENCES} references` }
  }
  const pairs = event.documents.length * event.references.filter(({ type }) => type === "EQ").length
  if (pairs > MAX_PAIRS) {
    const reason = `has ${pairs} pairs of a document and a container; the limit is ${MAX_PAIRS}. Send the event in parts, each with some of the containers`
    return { path: "references", reason }
  }
  for (const [path, value] of eventValues(event)) if (isTooLong(value)) return lengthExcess(path, value)
  return (
    findReferenceExcess("documentReferences", event.documents) ?? findReferenceExcess("references", event.references)
  )
}
