import type { CarrierEvent, TransportEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { containerOf } from "@landfall/core/tracking/carriers/EventIdentity"
import type { SourceQuery } from "@landfall/core/tracking/carriers/TrackingSource"
import { Option } from "effect"

const DOCUMENT_TYPES = { BK: "BKG", BL: "TRD" } as const

/** Adds the polled document to an event. A carrier need not repeat it in every event of its response. */
const withDocument = (event: CarrierEvent, type: string, value: string): CarrierEvent =>
  event.documents.some((document) => document.type === type && document.value === value)
    ? event
    : { ...event, documents: [...event.documents, { type, value }] }

const namesNoContainer = (event: CarrierEvent): event is TransportEvent =>
  event._tag === "TransportEvent" &&
  Option.isNone(event.equipmentReference) &&
  event.references.every(({ type }) => type !== "EQ")

/** Adds the polled container to transport events that share no document with the container's own events. */
const withContainer = (events: ReadonlyArray<CarrierEvent>, number: string): ReadonlyArray<CarrierEvent> => {
  const containerEvents = events.filter((event) => Option.contains(containerOf(event), number))
  const documents = new Set(
    containerEvents.flatMap((event) => event.documents.map(({ type, value }) => `${type} ${value}`))
  )
  return events.map((event) =>
    namesNoContainer(event) && !event.documents.some(({ type, value }) => documents.has(`${type} ${value}`))
      ? { ...event, equipmentReference: Option.some(number) }
      : event
  )
}

/**
 * Links the events of a response to the query: adds the polled booking or bill of lading to the documents of every
 * event, or the polled container to transport events that no document links to it. Pure.
 */
export const attributeEvents = (
  { kind, number }: SourceQuery,
  events: ReadonlyArray<CarrierEvent>
): ReadonlyArray<CarrierEvent> =>
  kind === "CT"
    ? withContainer(events, number)
    : events.map((event) => withDocument(event, DOCUMENT_TYPES[kind], number))
