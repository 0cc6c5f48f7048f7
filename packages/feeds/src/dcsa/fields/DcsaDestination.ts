import type { Unlocode } from "@landfall/core/geo/Unlocode"
import type { StatedDestination } from "@landfall/core/tracking/carriers/CarrierEvent"
import { unlocodeOf } from "./DcsaPlace.ts"
import { childOf, childrenOf, type JsonFields, textOf } from "./JsonFields.ts"

/** The UN/LOCODE of a place that is a code, or an object with one. */
const readPlaceCode = (fields: JsonFields, name: string): Unlocode | undefined => {
  const place = childOf(fields, name)
  return place === undefined
    ? unlocodeOf(textOf(fields, name))
    : unlocodeOf(textOf(place, "UNLocationCode") ?? textOf(childOf(place, "location"), "UNLocationCode"))
}

/** A place in DCSA's list of shipment locations, by its type: `POD` or `PDE`. */
const readShipmentLocation = (fields: JsonFields, type: string): Unlocode | undefined => {
  for (const item of childrenOf(fields, "shipmentLocations")) {
    if (textOf(item, "shipmentLocationTypeCode", "locationTypeCode")?.toUpperCase() !== type) continue
    const code = readPlaceCode(item, "location") ?? unlocodeOf(textOf(item, "UNLocationCode"))
    if (code !== undefined) return code
  }
  return undefined
}

/** Whether an object names a destination. Most events have none, and cost only this test. */
const namesDestination = ({ values }: JsonFields): boolean =>
  values.has("portofdischarge") || values.has("placeofdelivery") || values.has("shipmentlocations")

const NO_DESTINATION: { readonly destination?: StatedDestination } = {}

/**
 * The port of discharge and the place of delivery of a booking or bill of lading: `portOfDischarge` and `placeOfDelivery` (codes,
 * or objects with a `UNLocationCode`) or `shipmentLocations`, of the event or of one of its `documentReferences`.
 */
export const readDestination = (
  event: JsonFields,
  documents: ReadonlyArray<JsonFields>
): { readonly destination?: StatedDestination } => {
  if (!namesDestination(event) && !documents.some(namesDestination)) return NO_DESTINATION
  for (const fields of [event, ...documents]) {
    const pod = readPlaceCode(fields, "portOfDischarge") ?? readShipmentLocation(fields, "POD")
    const delivery = readPlaceCode(fields, "placeOfDelivery") ?? readShipmentLocation(fields, "PDE")
    if (pod === undefined && delivery === undefined) continue
    return { destination: { ...(pod === undefined ? {} : { pod }), ...(delivery === undefined ? {} : { delivery }) } }
  }
  return NO_DESTINATION
}
