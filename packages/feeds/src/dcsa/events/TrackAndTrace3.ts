import { Predicate } from "effect"
import { childOf, childrenOf, fieldsOf, type JsonFields, textOf, valueOf } from "../fields/JsonFields.ts"

/*
 * DCSA Track & Trace 3.0 is a draft ("not ready for general adoption yet"). Its events are read as events of version 2.2: the
 * properties of a group such as `eventClassification` become those of the event, and words become codes. The names of earlier
 * snapshots of the draft, which have codes as well, are read too.
 */

/** Codes of version 2.2 by the words of version 3.0. A word that is not listed remains unchanged. */
type Codes = Readonly<Record<string, string>>

const CLASSIFIERS: Codes = { ACTUAL: "ACT", ESTIMATED: "EST", PLANNED: "PLN" }

const TRANSPORT_CODES: Codes = { ARRIVED: "ARRI", DEPARTED: "DEPA" }

const EQUIPMENT_CODES: Codes = {
  AVAILABLE_FOR_DROP_OFF: "AVDO",
  AVAILABLE_FOR_PICKUP: "AVPU",
  CROSSED: "CROS",
  CUSTOMS_RELEASED: "CUSR",
  CUSTOMS_SELECTED_FOR_INSPECTION: "CUSI",
  CUSTOMS_SELECTED_FOR_SCAN: "CUSS",
  DISCHARGED: "DISC",
  DROPPED_OFF: "DROP",
  GATED_IN: "GTIN",
  GATED_OUT: "GTOT",
  INSPECTED: "INSP",
  LOADED: "LOAD",
  PICKED_UP: "PICK",
  REMOVED: "RMVD",
  RESEALED: "RSEA",
  STRIPPED: "STRP",
  STUFFED: "STUF"
}

const SHIPMENT_CODES: Codes = {
  APPROVED: "APPR",
  CANCELLED: "CANC",
  COMPLETED: "CMPL",
  CONFIRMED: "CONF",
  DECLINED: "DECL",
  DRAFTED: "DRFT",
  ISSUED: "ISSU",
  ON_HOLD: "HOLD",
  PENDING_APPROVAL: "PENA",
  PENDING_UPDATE: "PENU",
  RECEIVED: "RECE",
  REJECTED: "REJE",
  RELEASED: "RELS",
  REQUESTED: "REQS",
  SUBMITTED: "SUBM",
  SURRENDERED: "SURR",
  VOIDED: "VOID"
}

const DOCUMENT_TYPES: Codes = {
  ARRIVAL_NOTICE: "ARN",
  BOOKING: "BKG",
  CARRIER_BOOKING_REQUEST: "CBR",
  CONTRACT_QUOTATION: "CQU",
  CUSTOMS_CLEARANCE: "CUC",
  DANGEROUS_GOODS_DECLARATION: "DGD",
  INVOICE: "INV",
  OUT_OF_GAUGE_DECLARATION: "OOG",
  SHIPPING_INSTRUCTIONS: "SHI",
  TRANSPORT_DOCUMENT: "TRD",
  VERIFIED_GROSS_MASS: "VGM"
}

const REFERENCE_TYPES: Codes = {
  CONSIGNEES_REFERENCE: "AAO",
  CUSTOMERS_REFERENCE: "CR",
  EQUIPMENT_REFERENCE: "EQ",
  FREIGHT_FORWARDERS_REFERENCE: "FF",
  PURCHASE_ORDER_REFERENCE: "PO",
  SHIPPERS_REFERENCE: "SI"
}

const FACILITY_TYPES: Codes = {
  BORDER: "BOCR",
  CONTAINER_FREIGHT_STATION: "COFS",
  CUSTOMER_LOCATION: "CLOC",
  DEPOT: "DEPO",
  INLAND_TERMINAL: "INTE",
  OFF_DOCK_STORAGE: "OFFD",
  PORT_TERMINAL: "POTE",
  RAMP: "RAMP"
}

const LOCATION_TYPES: Codes = { PLACE_OF_DELIVERY: "PDE", PORT_OF_DISCHARGE: "POD", PORT_OF_LOADING: "POL" }

const codeOf = (codes: Codes, word: string | undefined): string | undefined =>
  word === undefined ? undefined : Object.hasOwn(codes, word.toUpperCase()) ? codes[word.toUpperCase()] : word

/** The path in version 3.0 of each property of version 2.2 that an event needs, for faults. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ["eventType", "eventClassification.eventType"],
  ["eventClassifierCode", "eventClassification.eventClassifier"],
  ["transportEventTypeCode", "eventClassification.transportEventType"],
  ["equipmentEventTypeCode", "eventClassification.equipmentEventType"],
  ["shipmentEventTypeCode", "eventClassification.shipmentEventType"],
  ["documentID", "shipmentDetails.documentReference.reference"],
  ["documentTypeCode", "shipmentDetails.documentReference.type"],
  ["equipmentReference", "equipmentDetails.equipmentReference"]
])

/** The path of a fault in the event as it was sent. */
export const pathInVersion3 = (path: string, root: string): string => {
  const name = path.startsWith(`${root}.`) ? path.slice(root.length + 1) : undefined
  const sent = name === undefined ? undefined : PATHS.get(name)
  return sent === undefined ? path : `${root}.${sent}`
}

/** Whether an event is one of version 3.0. A retracted one needs its id alone. */
export const isTrackAndTrace3 = (event: JsonFields): boolean =>
  Predicate.isObject(valueOf(event, "eventClassification")) || valueOf(event, "isRetracted") !== undefined

const locationOf = (event: JsonFields) => {
  const location = childOf(event, "eventLocation")
  if (location === undefined) return undefined
  const facility = childOf(location, "facility")
  return {
    UNLocationCode: textOf(location, "UNLocationCode"),
    locationName: textOf(location, "locationName") ?? textOf(facility, "facilityName"),
    facilityCode: textOf(facility, "facilityCode") ?? textOf(location, "facilityCode"),
    facilityCodeListProvider:
      textOf(facility, "facilityCodeListProvider") ?? textOf(location, "facilityCodeListProvider"),
    facilityTypeCode: codeOf(FACILITY_TYPES, textOf(location, "facilityType", "facilityTypeCode"))
  }
}

const voyageOf = (call: JsonFields | undefined, name: string, code: string): string | undefined => {
  const voyage = childOf(call, name)
  return textOf(voyage, "carrierVoyageNumber", "universalVoyageReference") ?? textOf(call, code)
}

const transportCallOf = (transport: JsonFields | undefined) => {
  const call = childOf(transport, "transportCall")
  if (call === undefined) return undefined
  const vessel = childOf(call, "vesselTransport") ?? childOf(call, "vessel")
  return {
    transportCallID: textOf(call, "transportCallReference", "transportCallID"),
    modeOfTransport: textOf(call, "modeOfTransport"),
    exportVoyageNumber: voyageOf(call, "exportVoyageNumberOrReference", "exportVoyageNumber"),
    importVoyageNumber: voyageOf(call, "importVoyageNumberOrReference", "importVoyageNumber"),
    UNLocationCode: textOf(call, "UNLocationCode"),
    facilityTypeCode: codeOf(FACILITY_TYPES, textOf(call, "facilityTypeCode")),
    ...(vessel === undefined
      ? {}
      : { vessel: { vesselIMONumber: textOf(vessel, "vesselIMONumber"), vesselName: textOf(vessel, "vesselName") } })
  }
}

interface Reference {
  readonly type: string
  readonly value: string
}

const referenceOf = (fields: JsonFields | undefined, codes: Codes): ReadonlyArray<Reference> => {
  const [type, value] = [codeOf(codes, textOf(fields, "type", "typeCode")), textOf(fields, "reference")]
  return type === undefined || value === undefined ? [] : [{ type, value }]
}

const documentsOf = (shipment: JsonFields | undefined): ReadonlyArray<Reference> =>
  shipment === undefined
    ? []
    : [childOf(shipment, "documentReference"), ...childrenOf(shipment, "additionalDocumentReferences")].flatMap(
        (document) => referenceOf(document, DOCUMENT_TYPES)
      )

const isTranshipment = (equipment: JsonFields | undefined): boolean =>
  textOf(equipment, "transportPhase", "movementType")?.toUpperCase() === "TRANSSHIPMENT"

/** The location type that the carrier states; a discharge in the import phase is at the port of discharge. */
const locationTypeOf = (
  shipment: JsonFields | undefined,
  equipment: JsonFields | undefined,
  code: string | undefined
): string | undefined => {
  const locationType = codeOf(LOCATION_TYPES, textOf(shipment, "shipmentLocationType"))
  const isImport = textOf(equipment, "transportPhase", "movementType")?.toUpperCase() === "IMPORT"
  return locationType ?? (isImport && code === "DISC" ? "POD" : undefined)
}

/** An event of version 3.0 with the properties of version 2.2, and those that only version 3.0 has. */
export const toVersion2 = (event: JsonFields): JsonFields => {
  const classification = childOf(event, "eventClassification")
  const [shipment, equipment] = [childOf(event, "shipmentDetails"), childOf(event, "equipmentDetails")]
  const transport = childOf(event, "transportDetails")
  const documents = documentsOf(shipment)
  const [document] = documents
  const codeNamed = (name: string, codes: Codes) => codeOf(codes, textOf(classification, name, `${name}Code`))
  const type = textOf(classification, "eventType", "eventTypeCode")
  const isShipment = type?.toUpperCase() === "SHIPMENT"
  const equipmentCode = codeNamed("equipmentEventType", EQUIPMENT_CODES)
  const delays = valueOf(transport, "delayReasonCodes")
  const references = shipment === undefined ? [] : childrenOf(shipment, "shipmentReferences")
  const version2 = {
    eventID: textOf(event, "eventID"),
    eventDateTime: valueOf(event, "eventDateTime"),
    eventCreatedDateTime: valueOf(event, "eventUpdatedDateTime"),
    reason: textOf(event, "reason"),
    eventType: type,
    eventClassifierCode: codeNamed("eventClassifier", CLASSIFIERS),
    transportEventTypeCode: codeNamed("transportEventType", TRANSPORT_CODES),
    equipmentEventTypeCode: equipmentCode,
    shipmentEventTypeCode: codeNamed("shipmentEventType", SHIPMENT_CODES),
    documentID: isShipment ? document?.value : undefined,
    documentTypeCode: isShipment ? document?.type : undefined,
    documentReferences: documents.map(({ type, value }) => ({
      documentReferenceType: type,
      documentReferenceValue: value
    })),
    references: references
      .flatMap((reference) => referenceOf(reference, REFERENCE_TYPES))
      .map(({ type, value }) => ({ referenceType: type, referenceValue: value })),
    equipmentReference: isShipment ? undefined : textOf(equipment, "equipmentReference"),
    ISOEquipmentCode: textOf(equipment, "ISOEquipmentCode"),
    emptyIndicatorCode: textOf(equipment, "emptyIndicator", "emptyIndicatorCode"),
    seals:
      equipment === undefined
        ? []
        : childrenOf(equipment, "seals").map((seal) => ({ sealNumber: textOf(seal, "number", "sealNumber") })),
    isTransshipmentMove: isTranshipment(equipment),
    shipmentLocationType: locationTypeOf(shipment, equipment, equipmentCode),
    eventLocation: locationOf(event),
    transportCall: transportCallOf(transport),
    delayReasonCode: Array.isArray(delays) && typeof delays[0] === "string" ? delays[0] : undefined
  }
  const properties = Object.entries(version2).filter(([, value]) => value !== undefined)
  return fieldsOf(Object.fromEntries(properties), event.path) ?? event
}
