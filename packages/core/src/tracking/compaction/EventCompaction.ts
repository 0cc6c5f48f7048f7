import { Option } from "effect"
import type { LimitName, LimitValues } from "../../limits/Limits.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import { compareEvents, storedEventKey } from "../carriers/EventIdentity.ts"
import { eventsCountedAt } from "../carriers/FutureActuals.ts"
import type { Journey } from "../journey/Journey.ts"
import { deriveShipmentJourneys, type TrackedNumber } from "../journey/ShipmentJourneys.ts"
import { eventsConcerning, type MatchedNumber } from "../shipments/ShipmentEventMatching.ts"
import { type DroppableEvents, droppableEvents } from "./DroppableEvents.ts"

/** The limit of the events of a number: a container has few, a booking or bill of lading those of all its containers. */
const eventLimitOf = ({ type }: Pick<MatchedNumber, "type">): LimitName =>
  Option.contains(type, "CT") ? "container.events" : "document.events"

/** How many events a number may have. */
export const maxEventsOf = (number: Pick<MatchedNumber, "type">, limits: LimitValues): number =>
  limits[eventLimitOf(number)]

/** A shipment whose journeys a compaction must not change, with every event that concerns it. */
export interface PreservedShipment {
  readonly tracked: TrackedNumber
  readonly events: ReadonlyArray<CarrierEvent>
}

/** The events of a number beyond its limit, by `storedEventKey`. */
export interface Compaction {
  /** Events to delete: the journeys are the same without them. */
  readonly dropped: ReadonlySet<string>
  /** New events to reject, because too few can be dropped. */
  readonly rejected: ReadonlySet<string>
}

/** Compaction leaves this part of the limit, so that it is rare: a quarter of the limit arrives until the next. */
const REMAINING_PART = 0.75

/** The maximum number of shipments that are derived again. Events that concern more shipments are not dropped. */
export const MAX_PRESERVED_SHIPMENTS = 4

const withoutHistory = (_: string, value: unknown): unknown => (value instanceof Set ? [...value].sort() : value)

/**
 * All that alerts and responses show of the journeys of a shipment, except the history of dates, before and after
 * future actuals count.
 */
const describeJourneys = ({ tracked, events }: PreservedShipment): string => {
  const counted = [
    ...new Set([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY].map((at) => eventsCountedAt(events, at)))
  ]
  const journeys = counted.flatMap((counting) =>
    deriveShipmentJourneys(tracked, counting).map((journey: Journey) => ({
      ...journey,
      milestones: journey.milestones.map((milestone) => ({ ...milestone, history: [] }))
    }))
  )
  const newest = events.reduce((last, { receivedAt }) => Math.max(last, receivedAt), 0)
  return JSON.stringify([journeys, newest], withoutHistory)
}

/** Makes the test of whether the journeys are the same without some events. */
const makePreservation = (shipments: ReadonlyArray<PreservedShipment>) => {
  const descriptions = shipments.map(describeJourneys)
  return (dropped: ReadonlySet<string>): boolean =>
    shipments.every(({ tracked, events }, index) => {
      const retained = events.filter((event) => !dropped.has(storedEventKey(event)))
      return describeJourneys({ tracked, events: eventsConcerning(tracked, retained) }) === descriptions[index]
    })
}

/**
 * The first events to drop without which the journeys are the same: `most` of them, else the `fewest` that keep the limit, else
 * superseded dates alone, else half of these. Each attempt derives the journeys of every preserved shipment.
 */
const dropPreserving = (
  { superseded, others }: DroppableEvents,
  most: number,
  fewest: number,
  shipments: ReadonlyArray<PreservedShipment>
): ReadonlySet<string> => {
  const ordered = [...superseded, ...others].map(storedEventKey)
  if (shipments.length === 0) return new Set(ordered.slice(0, most))
  if (shipments.length > MAX_PRESERVED_SHIPMENTS) return new Set()
  const isPreserving = makePreservation(shipments)
  const counts = [most, fewest, Math.min(most, superseded.length), Math.min(most, superseded.length >> 1)]
  for (const count of new Set(counts)) {
    const dropped = new Set(ordered.slice(0, count))
    if (count > 0 && isPreserving(dropped)) return dropped
  }
  return new Set()
}

/** Of the new events those received last, and of these the ones with the latest dates. */
const newestFirst = (a: CarrierEvent, b: CarrierEvent): number => b.receivedAt - a.receivedAt || compareEvents(b, a)

/** The new events of a number beyond `limit`, by `storedEventKey`. Pure. */
export const rejectExcess = (
  events: ReadonlyArray<CarrierEvent>,
  limit: number,
  added: ReadonlySet<string>
): ReadonlySet<string> =>
  new Set(
    events
      .filter((event) => added.has(storedEventKey(event)))
      .toSorted(newestFirst)
      .slice(0, Math.max(0, events.length - limit))
      .map(storedEventKey)
  )

/**
 * Decides which events of a number with more than `limit` of them are deleted, and which new ones are rejected. Dropped
 * events change neither the journeys of the shipments nor an alert; the history of dates loses its oldest ones. Pure.
 *
 * @param events every event of the number, each with another `storedEventKey`
 * @param shipments the shipments that any of these events concerns; none for an untracked number
 * @param added the events that were not stored before, by `storedEventKey`
 */
export const compactEvents = (
  events: ReadonlyArray<CarrierEvent>,
  limit: number,
  shipments: ReadonlyArray<PreservedShipment>,
  added: ReadonlySet<string>
): Compaction => {
  if (events.length <= limit) return { dropped: new Set(), rejected: new Set() }
  // In this order: superseded dates, oldest first; events that move no container; events of former trips.
  const most = events.length - Math.floor(limit * REMAINING_PART)
  const dropped = dropPreserving(droppableEvents(events), most, events.length - limit, shipments)
  const retained = events.filter((event) => !dropped.has(storedEventKey(event)))
  return { dropped, rejected: rejectExcess(retained, limit, added) }
}
