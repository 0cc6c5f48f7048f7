import type { CarrierEvent, EventReference } from "@landfall/core/tracking/carriers/CarrierEvent"
import { callIdentity } from "@landfall/core/tracking/carriers/EventIdentity"
import { Option } from "effect"
import type { UnknownValueCounter } from "../fields/DecodingContext.ts"

/** Whether a vessel's event names neither a container nor a document, so that it belongs to no shipment. */
const namesNothing = (event: CarrierEvent): boolean =>
  event._tag === "TransportEvent" &&
  Option.isNone(event.equipmentReference) &&
  event.documents.length === 0 &&
  event.references.length === 0

const callOf = (event: CarrierEvent): string =>
  event._tag === "ShipmentEvent" || Option.isNone(event.transportCall) ? "" : callIdentity(event.transportCall.value)

const distinct = (references: ReadonlyArray<EventReference>): ReadonlyArray<EventReference> => [
  ...new Map(references.map((reference) => [`${reference.type} ${reference.value}`, reference])).values()
]

/** What the other events of a call name: their documents, or without any their containers. */
const namesOfCall = (events: ReadonlyArray<CarrierEvent>): Pick<CarrierEvent, "documents" | "references"> => {
  const documents = distinct(events.flatMap((event) => event.documents))
  const containers = events.flatMap((event) =>
    event._tag === "ShipmentEvent" ? [] : Option.toArray(event.equipmentReference)
  )
  const references = documents.length > 0 ? [] : distinct(containers.map((value) => ({ type: "EQ", value })))
  return { documents, references }
}

/**
 * Gives events of vessels that name nothing the documents or containers of the other events of their transport call. Those of
 * calls that no other event names are counted as `references=missing`.
 */
export const attributeByCall = (
  events: ReadonlyArray<CarrierEvent>,
  tally: UnknownValueCounter
): ReadonlyArray<CarrierEvent> => {
  if (!events.some(namesNothing)) return events
  const byCall = Map.groupBy(
    events.filter((event) => !namesNothing(event) && callOf(event) !== ""),
    callOf
  )
  return events.map((event) => {
    if (!namesNothing(event)) return event
    const others = byCall.get(callOf(event))
    if (others !== undefined) return { ...event, ...namesOfCall(others) }
    tally.add("references", "missing")
    return event
  })
}
