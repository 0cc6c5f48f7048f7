import { type CarrierEvent, containerOf } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Option } from "effect"

/** Something that an event names and by which it is found: a container, type `EQ`, or a document. */
export interface MatchKey {
  readonly type: string
  readonly value: string
  /**
   * The container that the event is about when it names this. `ANY_CONTAINER` for an event of no container, which concerns
   * every container with this document; `NO_CONTAINER` for a change of the document itself, which concerns none.
   */
  readonly container: string
}

export const CONTAINER_TYPE = "EQ"
export const ANY_CONTAINER = ""
export const NO_CONTAINER = "-"

/** The containers an event names: its own, else those of its references. */
const containersOf = (event: CarrierEvent): ReadonlyArray<string> => {
  const own = containerOf(event)
  if (Option.isSome(own)) return [own.value]
  return event.references.filter(({ type }) => type === CONTAINER_TYPE).map(({ value }) => value)
}

/** A document, such as a booking: type `BKG` and its number. */
export type DocumentReference = Pick<MatchKey, "type" | "value">

/** The documents an event names. */
export const documentReferencesOf = (event: CarrierEvent): ReadonlyArray<DocumentReference> =>
  event._tag === "ShipmentEvent"
    ? [...event.documents, { type: event.documentType, value: event.documentId }]
    : event.documents

/** Everything that an event names, each once. */
export const matchKeysOf = (event: CarrierEvent): ReadonlyArray<MatchKey> => {
  const named = containersOf(event)
  const containers = named.length > 0 ? named : [event._tag === "ShipmentEvent" ? NO_CONTAINER : ANY_CONTAINER]
  const names = new Map<string, MatchKey>()
  const add = (name: MatchKey) => names.set(`${name.type} ${name.value} ${name.container}`, name)
  for (const container of named) add({ type: CONTAINER_TYPE, value: container, container })
  for (const { type, value } of documentReferencesOf(event)) {
    // A document of this type would be taken for a container.
    if (type === CONTAINER_TYPE) continue
    for (const container of containers) add({ type, value, container })
  }
  return [...names.values()]
}

const BOOKING = "BKG"
const BILL_OF_LADING = "TRD"

export const isContainerShipment = (shipment: Shipment): boolean => Option.contains(shipment.type, "CT")

/** What events name that speak of a shipment by themselves. */
export const shipmentMatchKeys = (
  shipment: Shipment
): ReadonlyArray<{ readonly type: string; readonly value: string }> => {
  const value = shipment.number
  if (Option.isNone(shipment.type)) {
    return [
      { type: BOOKING, value },
      { type: BILL_OF_LADING, value }
    ]
  }
  switch (shipment.type.value) {
    case "CT":
      return [{ type: CONTAINER_TYPE, value }]
    case "BK":
      return [{ type: BOOKING, value }]
    case "BL":
      return [{ type: BILL_OF_LADING, value }]
  }
}

/** The types of the shipments that an event may speak of when it names something of this type; null: not known yet. */
export const shipmentTypesMatching = (type: string): ReadonlyArray<string | null> => {
  switch (type) {
    case CONTAINER_TYPE:
      return ["CT"]
    case BOOKING:
      return ["BK", null]
    case BILL_OF_LADING:
      return ["BL", null]
    default:
      return []
  }
}
