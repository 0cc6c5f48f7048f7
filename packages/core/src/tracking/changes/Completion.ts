import { Option } from "effect"
import { DAY_MILLIS, type Instant } from "../../time/Instant.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { Journey } from "../journey/Journey.ts"
import { type SourceEvent, sourceEventOf } from "../journey/Milestone.ts"
import type { NotifiedCompletion } from "../shipments/NotifiedState.ts"

/** A shipment is tracked for so many days after it became known that its trip is over. */
export const STOP_AFTER_DAYS = 7
export const STOP_AFTER_MILLIS = STOP_AFTER_DAYS * DAY_MILLIS

/** Every trip of a shipment is over. */
export interface ShipmentCompleted {
  readonly _tag: "Completed"
  readonly type: "shipment.completed"
  /** When the last of them ended. */
  readonly at: Instant
  readonly journeys: ReadonlyArray<Journey>
  /** The event that ended it. */
  readonly source: Option.Option<SourceEvent>
}

export interface CompletionDiff {
  readonly alerts: ReadonlyArray<ShipmentCompleted>
  readonly completion: NotifiedCompletion | undefined
}

/** When the last of a shipment's trips ended; none while one is not over, or nothing is known of any. */
export const completionOf = (journeys: ReadonlyArray<Journey>): Option.Option<Instant> => {
  let last = Option.none<Instant>()
  for (const { end } of journeys) {
    if (Option.isNone(end)) return Option.none()
    if (Option.isNone(last) || end.value.at > last.value) last = Option.some(end.value.at)
  }
  return last
}

/** The event with which the last trip ended. */
const endedBy = (at: Instant, events: ReadonlyArray<CarrierEvent>): Option.Option<SourceEvent> => {
  const event = events.find(
    (event) => event._tag === "EquipmentEvent" && event.classifier === "ACT" && event.eventDateTime === at
  )
  return Option.map(Option.fromUndefinedOr(event), sourceEventOf)
}

const NO_ALERTS: ReadonlyArray<ShipmentCompleted> = []

/**
 * Whether an endpoint must hear that a shipment is over, and what it knows after that. An end that was taken back and
 * comes again at the same moment is not told again. Pure.
 *
 * @param isPast whether what happened at a moment is no news to this endpoint
 */
export const diffCompletion = (
  journeys: ReadonlyArray<Journey>,
  events: ReadonlyArray<CarrierEvent>,
  told: NotifiedCompletion | undefined,
  isPast: (at: Instant) => boolean
): CompletionDiff => {
  const end = completionOf(journeys)
  if (Option.isNone(end)) {
    return { alerts: NO_ALERTS, completion: told === undefined || told.undone ? told : { ...told, undone: true } }
  }
  if (told !== undefined && !told.undone) return { alerts: NO_ALERTS, completion: told }
  const at = end.value
  const isNews = told?.at !== at && !isPast(at)
  const alerts: ReadonlyArray<ShipmentCompleted> = isNews
    ? [{ _tag: "Completed", type: "shipment.completed", at, journeys, source: endedBy(at, events) }]
    : NO_ALERTS
  return { alerts, completion: { at, undone: false } }
}
