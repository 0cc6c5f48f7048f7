import { Instant } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { RejectedEvent } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { compareJourneys, type JourneyComparison } from "@landfall/core/tracking/changes/JourneyComparison"
import { deriveJourneys, type Journey } from "@landfall/core/tracking/journey/Journey"
import { decodeDcsa } from "@landfall/feeds/dcsa/events/DcsaDecoder"
import { Option } from "effect"

/** The journeys of a file, and what changed in them since an instant. */
export interface JourneyReport {
  readonly journeys: ReadonlyArray<Journey>
  readonly changes: JourneyComparison
  /** The events that are malformed, with their positions and reasons; the others count. */
  readonly rejected: ReadonlyArray<RejectedEvent>
}

const createdAt = (event: CarrierEvent): number => Option.getOrElse(event.createdDateTime, () => event.receivedAt)

/** Derives the journeys of a DCSA payload, and compares them with those of the events that were known at `since`. */
export const reportJourneys = (payload: unknown, since: Date): JourneyReport => {
  const { events, rejected } = decodeDcsa(payload, Instant.make(Date.now()))
  const journeys = deriveJourneys(events)
  const before = deriveJourneys(events.filter((event) => createdAt(event) <= since.getTime()))
  return { journeys, changes: compareJourneys(before, journeys), rejected }
}

const day = (instant: number): string => new Date(instant).toISOString().slice(0, 16).replace("T", " ")

/** A line for each change, such as `DEHAM vessel.arrival.at.final.pod is 30 h later: 2026-03-01 12:00`. */
export const describeChanges = ({ milestones, retractions, routes }: JourneyComparison): ReadonlyArray<string> => [
  ...milestones.map((change) => {
    const { date, place, type } = change.milestone
    return change._tag === "MilestoneReached"
      ? `${place.unlocode} ${type}: ${day(date)}`
      : `${place.unlocode} ${type} is ${Math.round(Math.abs(change.hours))} h ${change.direction}: ${day(change.current)}`
  }),
  ...retractions.map(({ key }) => `retracted: ${key}`),
  ...routes.map((change) =>
    change._tag === "RouteChanged"
      ? `route: ${change.current.map(({ port }) => port.place.unlocode).join(" → ")}`
      : `${change.port.place.unlocode} vessel: ${change.previous.name} → ${change.current.name}`
  )
]
