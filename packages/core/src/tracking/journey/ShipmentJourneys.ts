import { Option } from "effect"
import { HOUR_MILLIS, type Instant } from "../../time/Instant.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { ReferenceType } from "../references/ReferenceType.ts"
import { deriveContainerJourneys, deriveJourneys, type Journey } from "./Journey.ts"

/** What is followed, and since when. */
export interface TrackedNumber {
  readonly number: string
  readonly type: Option.Option<ReferenceType>
  readonly since: Instant
}

/** The first trip that was not long over when following began; if all were, the last. */
const currentTrip = (trips: ReadonlyArray<Journey>, since: Instant): Journey | undefined => {
  const past = since - LOOKBACK_HOURS * HOUR_MILLIS
  return trips.find((trip) => Option.isNone(trip.end) || trip.end.value.at > past) ?? trips.at(-1)
}

/** The trip of one container that is followed: that which names the document, where trips tell their documents. */
const selectTrip = (trips: ReadonlyArray<Journey>, followed: TrackedNumber): ReadonlyArray<Journey> => {
  const named = trips.filter((trip) => trip.documents.has(followed.number))
  const trip = currentTrip(named.length === 0 ? trips : named, followed.since)
  return trip === undefined ? [] : [trip]
}

/**
 * The journeys that belong to a shipment: one trip of its container, or one of each container of its booking or bill of
 * lading. Trips before and after, which sources tell in the same answer, are left out. Empty while nothing is known.
 */
export const deriveShipmentJourneys = (
  followed: TrackedNumber,
  events: ReadonlyArray<CarrierEvent>
): ReadonlyArray<Journey> => {
  if (Option.isSome(followed.type) && followed.type.value === "CT") {
    return selectTrip(deriveContainerJourneys(events, followed.number), followed)
  }
  const byContainer = Map.groupBy(deriveJourneys(events), (journey) => Option.getOrElse(journey.container, () => ""))
  return [...byContainer.values()].flatMap((trips) => selectTrip(trips, followed))
}

/** How long before its registration something may have happened and still be news. */
export const LOOKBACK_HOURS = 72
