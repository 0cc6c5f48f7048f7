import { type CarrierEvent, containerOf } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Option } from "effect"

/** Something that an event names and by which it is found: a container, type `EQ`, or a document. */
export interface EventName {
  readonly type: string
  readonly value: string
  /**
   * The container that the event is about when it names this. `SHARED` for an event of no container, which concerns
   * every container with this document; `NO_BOX` for a change of the document itself, which concerns none.
   */
  readonly container: string
}

export const CONTAINER = "EQ"
export const SHARED = ""
export const NO_BOX = "-"

/** The containers an event names: its own, else those of its references. */
const containersOf = (event: CarrierEvent): ReadonlyArray<string> => {
  const own = containerOf(event)
  if (Option.isSome(own)) return [own.value]
  return event.references.filter(({ type }) => type === CONTAINER).map(({ value }) => value)
}

/** A document, such as a booking: type `BKG` and its number. */
export type NamedDocument = Pick<EventName, "type" | "value">

/** The documents an event names. */
export const documentsNamed = (event: CarrierEvent): ReadonlyArray<NamedDocument> =>
  event._tag === "ShipmentEvent"
    ? [...event.documents, { type: event.documentType, value: event.documentId }]
    : event.documents

/** Everything that an event names, each once. */
export const namesOf = (event: CarrierEvent): ReadonlyArray<EventName> => {
  const named = containersOf(event)
  const containers = named.length > 0 ? named : [event._tag === "ShipmentEvent" ? NO_BOX : SHARED]
  const names = new Map<string, EventName>()
  const add = (name: EventName) => names.set(`${name.type} ${name.value} ${name.container}`, name)
  for (const container of named) add({ type: CONTAINER, value: container, container })
  for (const { type, value } of documentsNamed(event)) {
    // A document of this type would be taken for a container.
    if (type === CONTAINER) continue
    for (const container of containers) add({ type, value, container })
  }
  return [...names.values()]
}

const BOOKING = "BKG"
const BILL_OF_LADING = "TRD"

export const isContainer = (shipment: Shipment): boolean => Option.contains(shipment.type, "CT")

/** What events name that speak of a shipment by themselves. */
export const namesFor = (shipment: Shipment): ReadonlyArray<{ readonly type: string; readonly value: string }> => {
  const value = shipment.number
  if (Option.isNone(shipment.type)) {
    return [
      { type: BOOKING, value },
      { type: BILL_OF_LADING, value }
    ]
  }
  switch (shipment.type.value) {
    case "CT":
      return [{ type: CONTAINER, value }]
    case "BK":
      return [{ type: BOOKING, value }]
    case "BL":
      return [{ type: BILL_OF_LADING, value }]
  }
}

/** The types of the shipments that an event may speak of when it names something of this type; null: not known yet. */
export const shipmentTypesFor = (type: string): ReadonlyArray<string | null> => {
  switch (type) {
    case CONTAINER:
      return ["CT"]
    case BOOKING:
      return ["BK", null]
    case BILL_OF_LADING:
      return ["BL", null]
    default:
      return []
  }
}
