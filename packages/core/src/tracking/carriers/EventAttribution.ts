import { Option } from "effect"
import { type CarrierEvent, containerOf, type TransportEvent } from "./CarrierEvent.ts"
import type { SourceQuery } from "./TrackingSource.ts"

const DOCUMENT_TYPES = { BK: "BKG", BL: "TRD" } as const

/** A carrier that is asked for a document need not repeat it in every event of its answer. */
const withDocument = (event: CarrierEvent, type: string, value: string): CarrierEvent =>
  event.documents.some((document) => document.type === type && document.value === value)
    ? event
    : { ...event, documents: [...event.documents, { type, value }] }

const namesNoContainer = (event: CarrierEvent): event is TransportEvent =>
  event._tag === "TransportEvent" &&
  Option.isNone(event.equipmentReference) &&
  event.references.every(({ type }) => type !== "EQ")

/** Transport events that nothing else leads from to the box are about the box that was asked for. */
const withContainer = (events: ReadonlyArray<CarrierEvent>, number: string): ReadonlyArray<CarrierEvent> => {
  const own = events.filter((event) => Option.contains(containerOf(event), number))
  const documents = new Set(own.flatMap((event) => event.documents.map(({ type, value }) => `${type} ${value}`)))
  return events.map((event) =>
    namesNoContainer(event) && !event.documents.some(({ type, value }) => documents.has(`${type} ${value}`))
      ? { ...event, equipmentReference: Option.some(number) }
      : event
  )
}

/**
 * What a carrier answered, each event naming what was asked for: the booking or bill of lading among its documents, and
 * the container where an event without one shares no document with the container's own events. Pure.
 */
export const attributeEvents = (
  { kind, number }: SourceQuery,
  events: ReadonlyArray<CarrierEvent>
): ReadonlyArray<CarrierEvent> =>
  kind === "CT"
    ? withContainer(events, number)
    : events.map((event) => withDocument(event, DOCUMENT_TYPES[kind], number))
