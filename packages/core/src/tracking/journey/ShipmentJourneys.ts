import { Option } from "effect"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { ReferenceType } from "../references/ReferenceType.ts"
import { deriveContainerJourneys, deriveJourneys, type Journey } from "./Journey.ts"

/** Milestones up to this many hours before the registration of a shipment are still notified; older ones are history. */
export const LOOKBACK_HOURS = 72

/** A tracked number, its type where known, and the start of its tracking. */
export interface TrackedNumber {
  readonly number: string
  readonly type: Option.Option<ReferenceType>
  readonly since: Instant
}

/** The first trip that had not ended more than `LOOKBACK_HOURS` before tracking began; the last trip if all had. */
const currentTrip = (trips: ReadonlyArray<Journey>, since: Instant): Journey | undefined => {
  const past = since - LOOKBACK_HOURS * HOUR_MILLIS
  return trips.find((trip) => Option.isNone(trip.end) || trip.end.value.at > past) ?? trips.at(-1)
}

/** The trip of one container that belongs to the shipment: one whose documents name its number, if any trip does. */
const selectTrip = (trips: ReadonlyArray<Journey>, tracked: TrackedNumber): ReadonlyArray<Journey> => {
  const named = trips.filter((trip) => trip.documents.has(tracked.number))
  const trip = currentTrip(named.length === 0 ? trips : named, tracked.since)
  return trip === undefined ? [] : [trip]
}

/**
 * Derives the journeys of a shipment: one trip of its container, or one trip of each container of its booking or bill
 * of lading. Earlier and later trips, which carriers report in the same response, are ignored. Empty before the first
 * event.
 */
export const deriveShipmentJourneys = (
  tracked: TrackedNumber,
  events: ReadonlyArray<CarrierEvent>
): ReadonlyArray<Journey> => {
  if (Option.isSome(tracked.type) && tracked.type.value === "CT") {
    return selectTrip(deriveContainerJourneys(events, tracked.number), tracked)
  }
  const byContainer = Map.groupBy(deriveJourneys(events), (journey) => Option.getOrElse(journey.container, () => ""))
  return [...byContainer.values()].flatMap((trips) => selectTrip(trips, tracked))
}
