import type { FindPlace } from "@landfall/core/geo/PlaceDirectory"
import { isoOf } from "@landfall/core/time/Instant"
import type { Journey } from "@landfall/core/tracking/journey/Journey"
import { locationView } from "@landfall/core/tracking/journey/JourneyView"
import type { Milestone } from "@landfall/core/tracking/journey/Milestone"
import { Option } from "effect"

/** The milestones that count as the arrival, the better one first. */
const ARRIVALS: ReadonlyArray<Milestone["type"]> = ["vessel.arrival.at.final.pod", "container.discharge.at.final.pod"]

const toMilestoneView = ({ type, place, date, classifier }: Milestone, findPlace: FindPlace) => ({
  milestone: type,
  location: locationView(place, findPlace),
  date: isoOf(date),
  classifier
})

const toArrivalView = (milestone: Milestone, findPlace: FindPlace) => ({
  ...toMilestoneView(milestone, findPlace),
  firstDate: isoOf(milestone.history[0]?.date ?? milestone.date),
  changes: milestone.history.filter(({ date }, index) => index > 0 && date !== milestone.history[index - 1]?.date)
    .length
})

/** The journey in progress, or the last one; none before the first milestone. */
const currentJourney = (journeys: ReadonlyArray<Journey>): Journey | undefined => {
  const withMilestones = journeys.filter(({ milestones }) => milestones.length > 0)
  return withMilestones.find(({ end }) => Option.isNone(end)) ?? withMilestones.at(-1)
}

/** The wire form of the next milestone of a shipment and of its arrival; null before the first milestone. */
export const toShipmentSummary = (journeys: ReadonlyArray<Journey>, findPlace: FindPlace) => {
  const journey = currentJourney(journeys)
  if (journey === undefined) return null
  const { container, end, milestones } = journey
  const next = milestones.slice(milestones.findLastIndex(({ classifier }) => classifier === "ACT") + 1)[0]
  const arrival = ARRIVALS.map((type) => milestones.find((known) => known.type === type)).find(
    (found) => found !== undefined
  )
  return {
    container: Option.getOrNull(container),
    ended: Option.isSome(end),
    nextMilestone: next === undefined || Option.isSome(end) ? null : toMilestoneView(next, findPlace),
    arrival: arrival === undefined ? null : toArrivalView(arrival, findPlace)
  }
}
