import { Option } from "effect"
import type { Instant } from "../../time/Instant.ts"
import type { CarrierEvent, Place } from "../carriers/CarrierEvent.ts"
import type { Journey } from "../journey/Journey.ts"
import { type SourceEvent, sourceEventOf } from "../journey/Milestone.ts"

/** A past or expected move of a container at a place. */
export interface HandlingFact {
  readonly date: Instant
  readonly classifier: string
  readonly place: Option.Option<Place>
  readonly source: SourceEvent
}

/** A value that a carrier, a terminal or the customer states. */
export interface HandlingValue<Value> {
  readonly value: Value
  readonly source: SourceEvent
}

/** How a container is handled on one trip, beside its milestones. What is not reported is absent. */
export interface ContainerHandling {
  readonly container: string
  /** The empty container left a depot for its trip. */
  readonly emptyPickedUp?: HandlingFact
  /** The empty container was returned. */
  readonly emptyReturned?: HandlingFact
  /** The instant from which the container can be collected. */
  readonly availableForPickup?: HandlingFact
  /** The last day on which it can be collected free of charge, as `2026-03-14`; null after its removal. */
  readonly lastFreeDay?: HandlingValue<string | null>
  /** Why it must not be collected, sorted; an empty list after a release. */
  readonly holds?: HandlingValue<ReadonlyArray<string>>
}

const statedAt = (event: CarrierEvent): number => Option.getOrElse(event.createdDateTime, () => event.receivedAt)

const byStatement = (a: CarrierEvent, b: CarrierEvent): number =>
  statedAt(a) - statedAt(b) || a.receivedAt - b.receivedAt

/** The holds of customs by the code of the event that begins them. */
const CUSTOMS_HOLDS: Readonly<Record<string, string>> = { CUSI: "customs-inspection", CUSS: "customs-scan" }

const valueOf = <Value>(value: Value, event: CarrierEvent): HandlingValue<Value> => ({
  value,
  source: sourceEventOf(event)
})

const factOf = (event: CarrierEvent): HandlingFact => ({
  date: event.terms?.availableAt ?? event.eventDateTime,
  classifier: event.classifier,
  place: event._tag === "ShipmentEvent" ? Option.none() : event.place,
  source: sourceEventOf(event)
})

const isEmptyMove = (event: CarrierEvent, ...codes: ReadonlyArray<string>): boolean =>
  event._tag === "EquipmentEvent" &&
  event.classifier === "ACT" &&
  codes.includes(event.code) &&
  Option.contains(event.emptyIndicator, "EMPTY")

/** The holds after every statement about them, in the order of the statements. */
const holdsOf = (events: ReadonlyArray<CarrierEvent>): HandlingValue<ReadonlyArray<string>> | undefined => {
  let holds = new Set<string>()
  let last: CarrierEvent | undefined
  for (const event of events) {
    const begins = event._tag === "EquipmentEvent" && event.classifier === "ACT" ? CUSTOMS_HOLDS[event.code] : undefined
    if (event.terms?.holds !== undefined) holds = new Set(event.terms.holds)
    else if (begins !== undefined) holds.add(begins)
    else if (event._tag === "EquipmentEvent" && event.code === "CUSR" && event.classifier === "ACT") {
      for (const hold of Object.values(CUSTOMS_HOLDS)) holds.delete(hold)
    } else continue
    last = event
  }
  return last && valueOf([...holds].sort(), last)
}

/** Whether an event is about a container: it names the container, or none. */
const isAbout = (event: CarrierEvent, container: string): boolean =>
  event._tag !== "ShipmentEvent" && Option.getOrElse(event.equipmentReference, () => container) === container

/**
 * The handling of the container of a journey, from the events of its shipment. Pure. Of several statements the newest counts;
 * events before the trip and after its end belong to other trips.
 */
export const containerHandling = (
  { container, startsAt, end }: Journey,
  events: ReadonlyArray<CarrierEvent>
): ContainerHandling | undefined => {
  if (Option.isNone(container)) return undefined
  const from = Option.getOrElse(startsAt, () => Number.NEGATIVE_INFINITY)
  const until = Option.isSome(end) ? end.value.at : Number.POSITIVE_INFINITY
  const ofContainer = events
    .filter((event) => isAbout(event, container.value) && event.eventDateTime >= from && event.eventDateTime <= until)
    .sort(byStatement)
  const pickedUp = ofContainer.find((event) => isEmptyMove(event, "GTOT", "PICK"))
  const returned =
    Option.isSome(end) && end.value.reason === "returned-empty"
      ? ofContainer.findLast((event) => isEmptyMove(event, "GTIN", "DROP") && event.eventDateTime === until)
      : undefined
  const newest = ofContainer.findLast((event) => event.code === "AVPU" || event.terms?.availableAt !== undefined)
  const available = newest?.terms?.availableAt === null ? ofContainer.findLast(({ code }) => code === "AVPU") : newest
  const newestStatement = ofContainer.findLast(({ terms }) => terms?.lastFreeDay !== undefined)
  const lastFreeDay = newestStatement?.terms?.lastFreeDay
  const holds = holdsOf(ofContainer)
  return {
    container: container.value,
    ...(pickedUp !== undefined && { emptyPickedUp: factOf(pickedUp) }),
    ...(returned !== undefined && { emptyReturned: factOf(returned) }),
    ...(available !== undefined && { availableForPickup: factOf(available) }),
    ...(newestStatement !== undefined &&
      lastFreeDay !== undefined && { lastFreeDay: valueOf(lastFreeDay, newestStatement) }),
    ...(holds !== undefined && { holds })
  }
}
