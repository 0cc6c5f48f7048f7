import { Option } from "effect"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import type { CarrierEvent } from "./CarrierEvent.ts"
import { containerOf } from "./EventIdentity.ts"

/**
 * An actual that is dated more than this after its creation and after its receipt is a mistake of the carrier. Local times that
 * are sent as UTC are at most 14 hours ahead, and the end of a day 10 more.
 */
export const FUTURE_ACTUAL_HOURS = 24

/** An actual of the same move that is dated within this of the receipt of a future one is its correction. */
const CORRECTION_MILLIS = 7 * DAY_MILLIS

/**
 * Whether an event is reported as actual, and dated more than `FUTURE_ACTUAL_HOURS` after its creation and its receipt. The receipt
 * alone proves no mistake: the clock of this machine may be behind, and rehearsals send voyages of the future on purpose.
 */
export const isFutureActual = ({ classifier, createdDateTime, eventDateTime, receivedAt }: CarrierEvent): boolean =>
  eventDateTime - receivedAt > FUTURE_ACTUAL_HOURS * HOUR_MILLIS &&
  classifier === "ACT" &&
  createdDateTime._tag === "Some" &&
  eventDateTime - createdDateTime.value > FUTURE_ACTUAL_HOURS * HOUR_MILLIS

/** The content of an event without its date. */
const moveOf = (event: CarrierEvent): string => {
  if (event._tag === "ShipmentEvent") return `${event.code} ${event.documentId}`
  const container = Option.getOrElse(containerOf(event), () => "")
  const place = Option.match(event.place, { onNone: () => "", onSome: ({ unlocode }): string => unlocode })
  const vessel = Option.flatMap(event.transportCall, ({ vessel }) => vessel)
  // A container is moved once, whatever its vessel.
  const carrier =
    container !== "" || Option.isNone(vessel)
      ? ""
      : Option.getOrElse(
          Option.orElse(vessel.value.imo, () => vessel.value.name),
          () => ""
        )
  return `${event._tag} ${event.code} ${container} ${place} ${carrier}`
}

const isCorrected = (future: CarrierEvent, events: ReadonlyArray<CarrierEvent>): boolean => {
  const move = moveOf(future)
  return events.some(
    (event) =>
      event.classifier === "ACT" &&
      Math.abs(event.eventDateTime - future.receivedAt) <= CORRECTION_MILLIS &&
      !isFutureActual(event) &&
      moveOf(event) === move
  )
}

/** The future actuals that wait for their date, unless the carrier corrects them before. Pure. */
export const heldEventsAt = (events: ReadonlyArray<CarrierEvent>, now: number): ReadonlyArray<CarrierEvent> =>
  events.filter((event) => isFutureActual(event) && event.eventDateTime > now && !isCorrected(event, events))

/**
 * The events that count at an instant: a future actual has happened on its date at the earliest, and never where the carrier
 * corrects it. Returns the same list where it contains none. Pure.
 */
export const eventsCountedAt = (events: ReadonlyArray<CarrierEvent>, now: number): ReadonlyArray<CarrierEvent> =>
  events.some(isFutureActual)
    ? events.filter((event) => !isFutureActual(event) || (event.eventDateTime <= now && !isCorrected(event, events)))
    : events
