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

/** A property that exceeds a limit: its path within the event, and the rule. */
interface Excess {
  readonly path: string
  readonly reason: string
}

const checkLength = (path: string, value: string | undefined): Excess | undefined =>
  value !== undefined && value.length > MAX_NAME_LENGTH
    ? { path, reason: `has ${value.length} characters; the limit is ${MAX_NAME_LENGTH}` }
    : undefined

const checkOption = (path: string, value: Option.Option<string>): Excess | undefined =>
  Option.isSome(value) ? checkLength(path, value.value) : undefined

const findCallExcess = ({ id, vessel, exportVoyage, importVoyage }: TransportCall): Excess | undefined =>
  checkOption("transportCall.transportCallID", id) ??
  (Option.isNone(vessel)
    ? undefined
    : (checkOption("transportCall.vessel.vesselIMONumber", vessel.value.imo) ??
      checkOption("transportCall.vessel.vesselName", vessel.value.name))) ??
  checkOption("transportCall.exportVoyageNumber", exportVoyage) ??
  checkOption("transportCall.importVoyageNumber", importVoyage)

const findPlaceExcess = (place: Place): Excess | undefined =>
  checkOption("locationName", place.name) ??
  checkOption("facilityCode", place.facility) ??
  checkOption("facilityTypeCode", place.facilityType)

const CODE_PATHS: Readonly<Record<CarrierEvent["_tag"], string>> = {
  TransportEvent: "transportEventTypeCode",
  EquipmentEvent: "equipmentEventTypeCode",
  ShipmentEvent: "shipmentEventTypeCode",
  UnknownEvent: "eventType"
}

const findNameExcess = (event: CarrierEvent): Excess | undefined => {
  const excess =
    checkOption("eventID", event.sourceEventId) ??
    checkOption("delayReasonCode", event.delayReason) ??
    checkLength(CODE_PATHS[event._tag], event.code)
  if (excess !== undefined) return excess
  if (event._tag === "ShipmentEvent") {
    return checkLength("documentID", event.documentId) ?? checkLength("documentTypeCode", event.documentType)
  }
  return (
    checkOption("equipmentReference", event.equipmentReference) ??
    (event._tag === "UnknownEvent"
      ? (checkLength("eventType", event.kind) ?? checkLength("eventClassifierCode", event.classifier))
      : undefined) ??
    (Option.isSome(event.transportCall) ? findCallExcess(event.transportCall.value) : undefined) ??
    (Option.isSome(event.place) ? findPlaceExcess(event.place.value) : undefined)
  )
}

/** The first reference that is too long, with its index. */
const findReferenceExcess = (list: string, references: ReadonlyArray<EventReference>): Excess | undefined => {
  for (const [index, { type, value }] of references.entries()) {
    const longest = type.length > value.length ? type : value
    if (longest.length > MAX_NAME_LENGTH) return checkLength(`${list}[${index}]`, longest)
  }
  return undefined
}

/** The first property of an event that exceeds a limit; undefined when none does. */
export const findExcess = (event: CarrierEvent): Excess | undefined => {
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
  return (
    findNameExcess(event) ??
    findReferenceExcess("documentReferences", event.documents) ??
    findReferenceExcess("references", event.references)
  )
}
