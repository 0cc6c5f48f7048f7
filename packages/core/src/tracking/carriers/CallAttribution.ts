import { Option } from "effect"
import type { CarrierEvent, EventReference } from "./CarrierEvent.ts"
import { callIdentity, storedEventKey } from "./EventIdentity.ts"

/** The maximum number of stored events of one call that are compared with an event without references. */
export const MAX_EVENTS_OF_CALL = 200

/** Whether a vessel's event names neither a container nor a document, so that only its call shows which shipments it concerns. */
export const hasNoReferences = (event: CarrierEvent): boolean =>
  event._tag === "TransportEvent" &&
  Option.isNone(event.equipmentReference) &&
  event.documents.length === 0 &&
  event.references.length === 0

const callOf = (event: CarrierEvent) =>
  event._tag === "ShipmentEvent" ? undefined : Option.getOrUndefined(event.transportCall)

/** The call of an event, by the carrier's id or by vessel and voyage; empty when unknown. */
const identityOf = (event: CarrierEvent): string => {
  const call = callOf(event)
  return call === undefined ? "" : callIdentity(call)
}

/**
 * The call that links events without references to others: of such an event, and of one of a container on a vessel.
 * Undefined for others, and where neither an id nor a voyage identifies the call.
 */
export const sharedCallOf = (event: CarrierEvent): string | undefined => {
  const isOfContainer = event._tag === "EquipmentEvent" && Option.isSome(event.equipmentReference)
  if (!isOfContainer && !hasNoReferences(event)) return undefined
  const call = callOf(event)
  if (call === undefined || (call.mode !== "VESSEL" && Option.isNone(call.vessel))) return undefined
  const hasVoyage = Option.isSome(call.exportVoyage) || Option.isSome(call.importVoyage)
  return Option.isSome(call.id) || (hasVoyage && Option.isSome(call.vessel)) ? callIdentity(call) : undefined
}

const isSame = (a: Option.Option<string>, b: Option.Option<string>): boolean =>
  Option.isNone(a) || Option.isNone(b) || a.value.toUpperCase() === b.value.toUpperCase()

/** Whether both events can be of one call: carriers may number the calls of each shipment. */
const canShareCall = (event: CarrierEvent, other: CarrierEvent): boolean => {
  const [a, b] = [callOf(event), callOf(other)]
  if (a === undefined || b === undefined || event._tag === "ShipmentEvent" || other._tag === "ShipmentEvent")
    return false
  const vessels = [a.vessel, b.vessel]
  const [imo, otherImo] = vessels.map((vessel) => Option.flatMap(vessel, (one) => one.imo))
  const [name, otherName] = vessels.map((vessel) => Option.flatMap(vessel, (one) => one.name))
  const places = [event.place, other.place].map((place) => Option.map(place, ({ unlocode }) => unlocode))
  return [[imo, otherImo], [name, otherName], places].every(
    ([one, another]) => one === undefined || another === undefined || isSame(one, another)
  )
}

const distinct = (references: ReadonlyArray<EventReference>): ReadonlyArray<EventReference> => [
  ...new Map(references.map((reference) => [`${reference.type} ${reference.value}`, reference])).values()
]

/** The documents of the other events of a call; without any, their containers. */
const namesOfCall = (events: ReadonlyArray<CarrierEvent>): Pick<CarrierEvent, "documents" | "references"> => {
  const documents = distinct(events.flatMap((event) => event.documents))
  const containers = events.flatMap((event) =>
    event._tag === "ShipmentEvent" ? [] : Option.toArray(event.equipmentReference)
  )
  const references = documents.length > 0 ? [] : distinct(containers.map((value) => ({ type: "EQ", value })))
  return { documents, references }
}

/** Gives an event the documents or containers of the events of its call; undefined where there are none. */
export type CallAttribution = (event: CarrierEvent) => CarrierEvent | undefined

/** Attributes events without references by these events. */
export const makeCallAttribution = (events: ReadonlyArray<CarrierEvent>): CallAttribution => {
  const byCall = Map.groupBy(
    events.filter((event) => !hasNoReferences(event) && identityOf(event) !== ""),
    identityOf
  )
  return (event) => {
    const others = byCall.get(identityOf(event))?.filter((other) => canShareCall(event, other)) ?? []
    return others.length === 0 ? undefined : { ...event, ...namesOfCall(others) }
  }
}

/** Received events attributed by stored ones, and stored events attributed by received ones. */
export interface AttributedEvents {
  readonly events: ReadonlyArray<CarrierEvent>
  /** Stored events without references, which are in `events` with their references. */
  readonly resolved: ReadonlyArray<CarrierEvent>
  /** The number of received events that were attributed. */
  readonly attributed: number
}

/**
 * Attributes received events without references by stored events of their calls, and such stored events by the received
 * ones.
 */
export const attributeStored = (
  received: ReadonlyArray<CarrierEvent>,
  stored: ReadonlyArray<CarrierEvent>
): AttributedEvents => {
  if (stored.length === 0) return { events: received, resolved: [], attributed: 0 }
  const attribute = makeCallAttribution([...received, ...stored])
  let attributed = 0
  const events = received.map((event) => {
    const attributedEvent = hasNoReferences(event) ? attribute(event) : undefined
    if (attributedEvent !== undefined) attributed++
    return attributedEvent ?? event
  })
  const resolved = stored.filter((event) => hasNoReferences(event) && attribute(event) !== undefined)
  return { events: [...events, ...resolved.flatMap((event) => attribute(event) ?? [])], resolved, attributed }
}

/** The number of added events that were received before and are attributed now. */
export const countLateAttributions = (
  { events }: AttributedEvents,
  received: ReadonlyArray<CarrierEvent>,
  added: ReadonlySet<string>
): number => events.slice(received.length).filter((event) => added.has(storedEventKey(event))).length
