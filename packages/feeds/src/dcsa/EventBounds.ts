import type { CarrierEvent, Place, Reference, TransportCall } from "@landfall/core/tracking/CarrierEvent"
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

type Names = Iterable<readonly [path: string, value: string | undefined]>

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

const namesOfReferences = (list: string, references: ReadonlyArray<Reference>): Names =>
  references.flatMap(({ type, value }, index) => [
    [`${list}[${index}]`, type] as const,
    [`${list}[${index}]`, value] as const
  ])

const CODE_PATHS: Readonly<Record<CarrierEvent["_tag"], string>> = {
  TransportEvent: "transportEventTypeCode",
  EquipmentEvent: "equipmentEventTypeCode",
  ShipmentEvent: "shipmentEventTypeCode",
  UnknownEvent: "eventType"
}

function* namesOf(event: CarrierEvent): Generator<readonly [path: string, value: string | undefined]> {
  yield ["eventID", said(event.sourceEventId)]
  yield ["delayReasonCode", said(event.delayReason)]
  yield [CODE_PATHS[event._tag], event.code]
  yield* namesOfReferences("documentReferences", event.documents)
  yield* namesOfReferences("references", event.references)
  if (event._tag === "ShipmentEvent") {
    yield ["documentID", event.documentId]
    yield ["documentTypeCode", event.documentType]
    return
  }
  yield ["equipmentReference", said(event.equipmentReference)]
  if (event._tag === "UnknownEvent") {
    yield ["eventType", event.kind]
    yield ["eventClassifierCode", event.classifier]
  }
  if (Option.isSome(event.transportCall)) yield* namesOfCall(event.transportCall.value)
  if (Option.isSome(event.place)) yield* namesOfPlace(event.place.value)
}

/** What of an event is more than can be kept: its path within the event, and the rule. Undefined when all is well. */
export const excessOf = (event: CarrierEvent): { readonly path: string; readonly reason: string } | undefined => {
  if (event.documents.length > MAX_DOCUMENTS) {
    return { path: "documentReferences", reason: `names more than ${MAX_DOCUMENTS} documents` }
  }
  if (event.references.length > MAX_REFERENCES) {
    return { path: "references", reason: `has more than ${MAX_REFERENCES} references` }
  }
  for (const [path, value] of namesOf(event)) {
    if (value !== undefined && value.length > MAX_NAME_LENGTH) {
      return { path, reason: `has ${value.length} characters, and at most ${MAX_NAME_LENGTH} are read` }
    }
  }
  return undefined
}
