import { Option } from "effect"
import { DAY_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { Journey } from "../journey/Journey.ts"
import { type SourceEvent, sourceEventOf } from "../journey/Milestone.ts"
import type { NotifiedCompletion } from "../shipments/NotifiedState.ts"

/** Tracking of a completed shipment stops after this many days. */
export const STOP_AFTER_DAYS = 7
/** The time from the completion of a shipment to the end of its tracking, in milliseconds. */
export const STOP_AFTER_MILLIS = STOP_AFTER_DAYS * DAY_MILLIS

/** Every trip of a shipment has ended. */
export interface ShipmentCompleted {
  readonly _tag: "Completed"
  readonly type: "shipment.completed"
  /** When the last trip ended. */
  readonly at: Instant
  readonly journeys: ReadonlyArray<Journey>
  /** The event that ended it. */
  readonly source: Option.Option<SourceEvent>
}

/** The alerts about the end of a shipment's trips, and the end as notified after them. */
export interface CompletionDiff {
  readonly alerts: ReadonlyArray<ShipmentCompleted>
  readonly completion: NotifiedCompletion | undefined
}

/** When the last trip of a shipment ended; none while a trip is in progress or no trip is known. */
export const completionOf = (journeys: ReadonlyArray<Journey>): Option.Option<Instant> => {
  let last = Option.none<Instant>()
  for (const { end } of journeys) {
    if (Option.isNone(end)) return Option.none()
    if (Option.isNone(last) || end.value.at > last.value) last = Option.some(end.value.at)
  }
  return last
}

/** The event that ended the last trip. */
const endingEvent = (at: Instant, events: ReadonlyArray<CarrierEvent>): Option.Option<SourceEvent> => {
  const event = events.find(
    (event) => event._tag === "EquipmentEvent" && event.classifier === "ACT" && event.eventDateTime === at
  )
  return Option.map(Option.fromUndefinedOr(event), sourceEventOf)
}

const NO_ALERTS: ReadonlyArray<ShipmentCompleted> = []

/**
 * The completion alert that an endpoint has not received yet, and its notified completion after that. Pure. An end that
 * was retracted and returns with the same date is not notified again.
 *
 * @param isPast whether an event of this date is too old to be notified to the endpoint
 */
export const diffCompletion = (
  journeys: ReadonlyArray<Journey>,
  events: ReadonlyArray<CarrierEvent>,
  notified: NotifiedCompletion | undefined,
  isPast: (at: Instant) => boolean
): CompletionDiff => {
  const end = completionOf(journeys)
  if (Option.isNone(end)) {
    return {
      alerts: NO_ALERTS,
      completion: notified === undefined || notified.undone ? notified : { ...notified, undone: true }
    }
  }
  if (notified !== undefined && !notified.undone) return { alerts: NO_ALERTS, completion: notified }
  const at = end.value
  const isNew = notified?.at !== at && !isPast(at)
  const alerts: ReadonlyArray<ShipmentCompleted> = isNew
    ? [{ _tag: "Completed", type: "shipment.completed", at, journeys, source: endingEvent(at, events) }]
    : NO_ALERTS
  return { alerts, completion: { at, undone: false } }
}
