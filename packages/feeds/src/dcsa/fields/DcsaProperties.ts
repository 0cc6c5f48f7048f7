import type { UnknownValueCounter } from "./DecodingContext.ts"
import { childOf, childrenOf, type JsonFields, lowerCaseOf } from "./JsonFields.ts"

const lowerCased = (names: string): ReadonlyArray<string> => names.toLowerCase().split(" ")

const vessel = lowerCased(
  "vesselIMONumber vesselName vesselFlag vesselCallSign vesselCallSignNumber vesselOperatorCarrierCode vesselOperatorCarrierCodeListProvider"
)

const location = lowerCased(
  "locationName latitude longitude UNLocationCode facilityCode facilityCodeListProvider facilityTypeCode otherFacility address portName"
)

/**
 * The properties of each object of an event that DCSA Track & Trace 2.2 defines, deprecated ones included, and those of
 * carriers that the decoder reads. In lower case, because the decoder ignores the case of names.
 */
const KNOWN_PROPERTIES = {
  event: new Set(
    lowerCased(
      "eventID eventType eventTypeCode eventCreatedDateTime eventCreated eventClassifierCode eventDateTime transportEventTypeCode equipmentEventTypeCode shipmentEventTypeCode transportCall transportCallID eventLocation location documentReferences references seals equipmentReference ISOEquipmentCode emptyIndicatorCode isTransshipmentMove shipmentLocationType shipmentLocationTypeCode transportationPhase carrierSpecificData description portOfDischarge placeOfDelivery shipmentLocations documentID documentTypeCode shipmentInformationTypeCode shipmentID reason delayReasonCode changeRemark vesselScheduleChangeRemark"
    )
  ),
  transportCall: new Set([
    ...lowerCased(
      "transportCallID carrierServiceCode carrierVoyageNumber exportVoyageNumber importVoyageNumber carrierExportVoyageNumber carrierImportVoyageNumber universalExportVoyageReference universalImportVoyageReference universalServiceReference transportCallSequenceNumber transportCallReference modeOfTransport modeOfTransportCode location vessel"
    ),
    ...location,
    ...vessel
  ]),
  location: new Set(location),
  version3: new Set(
    lowerCased(
      "eventRouting eventID isRetracted eventDateTime eventUpdatedDateTime eventLocation reason eventClassification shipmentDetails transportDetails equipmentDetails iotDetails reeferDetails portOfDischarge placeOfDelivery shipmentLocations"
    )
  ),
  vessel: new Set(vessel),
  documentReferences: new Set(
    lowerCased("documentReferenceType documentReferenceValue portOfDischarge placeOfDelivery shipmentLocations")
  ),
  references: new Set(lowerCased("referenceType referenceValue")),
  seals: new Set(lowerCased("sealNumber sealSource sealType"))
} as const

/**
 * Counts the properties of an accepted event that the decoder does not read, by their paths within the event, such as
 * `transportCall.colour`.
 */
export const countUnknownProperties = (event: JsonFields, tally: UnknownValueCounter, isVersion3 = false): void => {
  const count = (fields: JsonFields | undefined, kind: keyof typeof KNOWN_PROPERTIES, prefix: string) => {
    if (fields === undefined) return
    const properties: ReadonlySet<string> = KNOWN_PROPERTIES[kind]
    for (const name of Object.keys(fields.source)) {
      if (!properties.has(lowerCaseOf(name))) tally.addProperty(`${prefix}${name}`)
    }
  }
  if (isVersion3) {
    count(event, "version3", "")
    return
  }
  const call = childOf(event, "transportCall")
  count(event, "event", "")
  count(call, "transportCall", "transportCall.")
  count(childOf(call, "location"), "location", "transportCall.location.")
  count(childOf(call, "vessel"), "vessel", "transportCall.vessel.")
  count(childOf(event, "eventLocation"), "location", "eventLocation.")
  count(childOf(event, "location"), "location", "location.")
  for (const list of ["documentReferences", "references", "seals"] as const) {
    for (const item of childrenOf(event, list)) count(item, list, `${list}.`)
  }
}
