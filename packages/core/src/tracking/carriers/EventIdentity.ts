import { type Brand, cast, Option } from "effect"
import type { CarrierEvent, EventReference, StatedLoads, TransportCall } from "./CarrierEvent.ts"

/** A vessel name in capitals, without the accents and punctuation that carriers write or omit. */
export const plainVesselName = (name: string): string => {
  const capitals = name.toUpperCase()
  if (!/[^A-Z0-9 ]/.test(capitals)) return capitals
  const letters = capitals.normalize("NFD").replaceAll(/\p{M}/gu, "")
  return letters.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim()
}

/** The identity of an event's content: two events with the same key are the same event, whatever their ids. */
export type EventKey = Brand.Branded<string, "EventKey">

// Not `Brand.nominal`, whose module loads half of Schema with it: a journey is derived without a schema.
const brandEventKey: (text: string) => EventKey = cast

const textOf = (value: Option.Option<string>): string => (Option.isSome(value) ? value.value : "")

/** Identifies a call of a vessel, train or truck: by the carrier's id, else by vessel and voyage. Empty when unknown. */
export const callIdentity = (call: TransportCall): string => {
  if (Option.isSome(call.id)) return call.id.value
  const vessel = Option.isSome(call.vessel) ? textOf(call.vessel.value.imo) || textOf(call.vessel.value.name) : ""
  const voyage = textOf(call.exportVoyage) || textOf(call.importVoyage)
  return vessel === "" && voyage === "" ? "" : `${vessel}/${voyage}`
}

const eventKindOf = (event: CarrierEvent): string => (event._tag === "UnknownEvent" ? event.kind : event._tag)

const subjectOf = (event: CarrierEvent): string =>
  event._tag === "ShipmentEvent" ? `${event.documentType} ${event.documentId}` : textOf(event.equipmentReference)

const placeOf = (event: CarrierEvent): string =>
  event._tag !== "ShipmentEvent" && Option.isSome(event.place) ? event.place.value.unlocode : ""

const callOf = (event: CarrierEvent): string =>
  event._tag !== "ShipmentEvent" && Option.isSome(event.transportCall) ? callIdentity(event.transportCall.value) : ""

/**
 * The key of an event: container or document, kind and code, place, transport call, classifier and date. Ids are not
 * part of it: some carriers send none, some include the date. Creation and receipt times are not part of it either.
 */
export const eventKey = (event: CarrierEvent): EventKey =>
  brandEventKey(
    `${subjectOf(event)}|${eventKindOf(event)} ${event.code}|${placeOf(event)}|${callOf(event)}|${event.classifier}|${event.eventDateTime}`
  )

const isContainer = ({ type }: EventReference): boolean => type === "EQ"

const referencesText = (references: ReadonlyArray<EventReference>): string =>
  references
    .map(({ type, value }) => `${type} ${value}`)
    .sort()
    .join(" ")

/**
 * The key under which an account stores an event: `eventKey`, and for an event without container also its documents
 * and container references. One call of a vessel concerns the containers of many bookings, and the carrier reports it for
 * each.
 */
export const storedEventKey = (event: CarrierEvent): string =>
  event._tag === "ShipmentEvent" || Option.isSome(event.equipmentReference)
    ? eventKey(event)
    : `${eventKey(event)}|${referencesText(event.documents)}|${referencesText(event.references.filter(isContainer))}`

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Orders events by date and then by the rest of their key; 0 exactly when their keys are equal. */
export const compareEvents = (a: CarrierEvent, b: CarrierEvent): number =>
  a.eventDateTime - b.eventDateTime ||
  compareText(a.code, b.code) ||
  compareText(a.classifier, b.classifier) ||
  compareText(placeOf(a), placeOf(b)) ||
  compareText(subjectOf(a), subjectOf(b)) ||
  compareText(callOf(a), callOf(b)) ||
  compareText(eventKindOf(a), eventKindOf(b))

const createdAt = (event: CarrierEvent): number =>
  Option.isSome(event.createdDateTime) ? event.createdDateTime.value : Number.NEGATIVE_INFINITY

const textWithoutReferences = (event: CarrierEvent): string =>
  JSON.stringify({ ...event, documents: [], references: [], emptyIndicator: 0, loads: 0 })

/**
 * The event created later, of copies the one received first. Remaining ties are resolved by the content alone; ids are
 * compared before the whole text, which takes a hundred times longer when a request repeats one event thousands of
 * times.
 */
const laterCreated = (a: CarrierEvent, b: CarrierEvent): CarrierEvent => {
  const byCreated = createdAt(a) - createdAt(b)
  if (byCreated !== 0 && !Number.isNaN(byCreated)) return byCreated > 0 ? a : b
  if (a.receivedAt !== b.receivedAt) return a.receivedAt < b.receivedAt ? a : b
  const byId = compareText(textOf(a.sourceEventId), textOf(b.sourceEventId))
  if (byId !== 0) return byId < 0 ? a : b
  return textWithoutReferences(a) <= textWithoutReferences(b) ? a : b
}

const NO_LOADS: StatedLoads = {}

const loadsOf = (event: CarrierEvent): StatedLoads => {
  if (event._tag !== "EquipmentEvent" || Option.isNone(event.emptyIndicator)) return NO_LOADS
  return event.loads ?? { [event.emptyIndicator.value]: event.receivedAt }
}

const earlier = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a

/** Merges the loads that copies state: the one first stated last is a correction of the other. */
const mergeLoads = (winner: CarrierEvent, other: CarrierEvent): CarrierEvent => {
  if (winner._tag !== "EquipmentEvent" || createdAt(winner) !== createdAt(other)) return winner
  const [own, copy] = [loadsOf(winner), loadsOf(other)]
  if (own === NO_LOADS && copy === NO_LOADS) return winner
  const EMPTY = earlier(own.EMPTY, copy.EMPTY)
  const LADEN = earlier(own.LADEN, copy.LADEN)
  if (EMPTY === own.EMPTY && LADEN === own.LADEN) return winner
  const isLaden = LADEN !== undefined && (EMPTY === undefined || EMPTY <= LADEN)
  const { loads: _, ...rest } = winner
  const merged = { ...rest, emptyIndicator: Option.some(isLaden ? ("LADEN" as const) : ("EMPTY" as const)) }
  const loads = { ...(EMPTY === undefined ? {} : { EMPTY }), ...(LADEN === undefined ? {} : { LADEN }) }
  const isCopy = (EMPTY === undefined || LADEN === undefined) && (EMPTY ?? LADEN) === winner.receivedAt
  return isCopy ? merged : { ...merged, loads }
}

type References = ReadonlyArray<EventReference>

const areSameReferences = (a: References, b: References): boolean =>
  a.length === b.length && a.every(({ type, value }, index) => b[index]?.type === type && b[index].value === value)

/** The union by type and value, sorted; `a` itself when both are equal. */
const unionOf = (a: References, b: References): References => {
  if (areSameReferences(a, b)) return a
  const all = new Map([...a, ...b].map((reference) => [`${reference.type} ${reference.value}`, reference]))
  return [...all.values()].sort(
    (one, other) => compareText(one.type, other.type) || compareText(one.value, other.value)
  )
}

/**
 * Merges references. Container references restrict an event to these containers, so the result has them only if both
 * do.
 */
const mergeReferences = (a: References, b: References): References => {
  const all = unionOf(a, b)
  return a.some(isContainer) && b.some(isContainer)
    ? all
    : areSameReferences(a, b)
      ? a
      : all.filter((one) => !isContainer(one))
}

/**
 * Merges two events with the same key: the one created later wins, and of copies the one received first. Of EMPTY and
 * LADEN the one that a copy states later counts. The result has the documents of both. Commutative, associative and
 * idempotent. Returns one of the arguments when the other adds nothing.
 */
export const mergeDuplicates = (a: CarrierEvent, b: CarrierEvent): CarrierEvent => {
  if (a === b) return a
  const later = laterCreated(a, b)
  const winner = mergeLoads(later, later === a ? b : a)
  // A carrier may name a booking only when it is polled for it.
  const documents = unionOf(a.documents, b.documents)
  const references = mergeReferences(a.references, b.references)
  return areSameReferences(documents, winner.documents) && areSameReferences(references, winner.references)
    ? winner
    : { ...winner, documents, references }
}

const hasRevision = ({ revisionOf }: CarrierEvent): boolean => revisionOf !== undefined

const isLaterRevision = (event: CarrierEvent, other: CarrierEvent): boolean =>
  (createdAt(event) - createdAt(other) || event.receivedAt - other.receivedAt || compareEvents(event, other)) > 0

/** The events without those that a later revision or a retraction of the same id replaces. */
const withoutFormerRevisions = (events: Array<CarrierEvent>): Array<CarrierEvent> => {
  if (!events.some(hasRevision)) return events
  const latest = new Map<string, CarrierEvent>()
  for (const event of events) {
    if (event.revisionOf === undefined) continue
    const existing = latest.get(event.revisionOf)
    if (existing === undefined || isLaterRevision(event, existing)) latest.set(event.revisionOf, event)
  }
  return events.filter((event) => event.revisionOf === undefined || latest.get(event.revisionOf) === event)
}

/**
 * Merges duplicates, drops former revisions and sorts by `compareEvents`. The result is the same for any order and repetition of the events.
 */
export const deduplicateEvents = (events: ReadonlyArray<CarrierEvent>): Array<CarrierEvent> => {
  const sorted = events.toSorted(compareEvents)
  const distinct: Array<CarrierEvent> = []
  let last: CarrierEvent | undefined
  for (const event of sorted) {
    if (last !== undefined && compareEvents(last, event) === 0) {
      last = mergeDuplicates(last, event)
      distinct[distinct.length - 1] = last
    } else {
      last = event
      distinct.push(event)
    }
  }
  return withoutFormerRevisions(distinct)
}

/** The container that an event names; none when it names none. */
export const containerOf = (event: CarrierEvent): Option.Option<string> =>
  event._tag === "ShipmentEvent" ? Option.none() : event.equipmentReference

/** The values of the documents of this type that an event names, such as its bookings (`BKG`). */
export const documentsOf = (event: CarrierEvent, type: string): ReadonlyArray<string> =>
  event.documents.filter((document) => document.type === type).map((document) => document.value)
