import { Brand, Option, Schema } from "effect"
import type { CarrierEvent, EventReference, TransportCall } from "./CarrierEvent.ts"

/** What an event says, as one text: two events with the same meaning are the same event, whatever their ids. */
export const EventKey = Schema.String.pipe(Schema.brand("MeaningKey"))
export type EventKey = typeof EventKey.Type

const brandEventKey = Brand.nominal<EventKey>()

const textOf = (value: Option.Option<string>): string => (Option.isSome(value) ? value.value : "")

/** Identifies a call of a ship, train or truck: by the source's id, else by vessel and voyage. Empty when unknown. */
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
 * The meaning of an event: container (or document), kind and code, place, transport call, classifier and date. Ids take
 * no part: some carriers give none, some put the date inside. Nor does the time of writing or receipt.
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
 * What an account holds one event under: its meaning, and for an event that names no container what it names instead.
 * One call of a ship concerns the boxes of many bookings, each of which is told of it by itself.
 */
export const storedEventKey = (event: CarrierEvent): string =>
  event._tag === "ShipmentEvent" || Option.isSome(event.equipmentReference)
    ? eventKey(event)
    : `${eventKey(event)}|${referencesText(event.documents)}|${referencesText(event.references.filter(isContainer))}`

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Orders events by date and then by the rest of their meaning; 0 exactly when both mean the same. */
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
  JSON.stringify({ ...event, documents: [], references: [] })

const laterWritten = (a: CarrierEvent, b: CarrierEvent): CarrierEvent => {
  const byCreated = createdAt(a) - createdAt(b)
  if (byCreated !== 0 && !Number.isNaN(byCreated)) return byCreated > 0 ? a : b
  if (a.receivedAt !== b.receivedAt) return a.receivedAt < b.receivedAt ? a : b
  return textWithoutReferences(a) <= textWithoutReferences(b) ? a : b
}

type References = ReadonlyArray<EventReference>

const areSameReferences = (a: References, b: References): boolean =>
  a.length === b.length && a.every(({ type, value }, index) => b[index]?.type === type && b[index].value === value)

/** Each once, by type and value; those given when both are the same. */
const unionOf = (a: References, b: References): References => {
  if (areSameReferences(a, b)) return a
  const all = new Map([...a, ...b].map((reference) => [`${reference.type} ${reference.value}`, reference]))
  return [...all.values()].sort(
    (one, other) => compareText(one.type, other.type) || compareText(one.value, other.value)
  )
}

/** References to containers narrow an event down to these: one that names none is about all of them. */
const mergeReferences = (a: References, b: References): References => {
  const all = unionOf(a, b)
  return a.some(isContainer) && b.some(isContainer)
    ? all
    : areSameReferences(a, b)
      ? a
      : all.filter((one) => !isContainer(one))
}

/**
 * Of two events with the same meaning, the one to keep: the one written later, and of copies of the same writing the
 * one received first, so that hearing it again changes nothing; with the documents of both, since a carrier that is
 * asked for a container need not name the booking that it names when asked for that. Commutative, associative and
 * idempotent: a bag folded with it in any order holds the same events. Answers an event itself where the other adds
 * nothing to it.
 */
export const mergeDuplicates = (a: CarrierEvent, b: CarrierEvent): CarrierEvent => {
  if (a === b) return a
  const winner = laterWritten(a, b)
  const documents = unionOf(a.documents, b.documents)
  const references = mergeReferences(a.references, b.references)
  return areSameReferences(documents, winner.documents) && areSameReferences(references, winner.references)
    ? winner
    : { ...winner, documents, references }
}

/** Each meaning once, in the order of `compareEvents`: the same for any order and repetition of the same events. */
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
  return distinct
}
