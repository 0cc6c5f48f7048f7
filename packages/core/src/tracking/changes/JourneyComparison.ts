import { Option } from "effect"
import { DEFAULT_THRESHOLD_HOURS } from "../../alerts/ThresholdHours.ts"
import { Instant } from "../../time/Instant.ts"
import type { Journey } from "../journey/Journey.ts"
import { diffJourneys, initialNotifiedState, type MilestoneAlert, type MilestoneRetracted } from "./JourneyDiff.ts"
import { diffRoute, type RouteAlert } from "./RouteDiff.ts"

/** The differences between the journeys of some shipments at two instants. */
export interface JourneyComparison {
  /** Milestones that became actual, and dates that moved by more than the threshold, in journey order. */
  readonly milestones: ReadonlyArray<MilestoneAlert>
  /** Milestones that were actual before and no longer are. */
  readonly retractions: ReadonlyArray<MilestoneRetracted>
  /** Changed ports and vessels. */
  readonly routes: ReadonlyArray<RouteAlert>
}

/** Earlier than every event, so that none is too old to be compared. */
const BEGINNING = Instant.make(0)

const containerKey = ({ container }: Journey): string => Option.getOrElse(container, () => "")

/**
 * Compares the journeys of some shipments as they were with the journeys as they are, such as those of yesterday's events
 * with those of today's. Pure. A container that is new in `after` contributes its actual milestones. A date counts as moved
 * when it differs by more than `thresholdHours`, 24 by default; 0 reports every move.
 */
export const compareJourneys = (
  before: ReadonlyArray<Journey>,
  after: ReadonlyArray<Journey>,
  thresholdHours: number = DEFAULT_THRESHOLD_HOURS
): JourneyComparison => {
  const { alerts, retractions } = diffJourneys(after, initialNotifiedState(before, BEGINNING), {
    thresholdHours,
    registeredAt: BEGINNING,
    firstResponse: false,
    notifiesRetractions: true
  })
  // Of several trips of a container, the latest is last.
  const latest = new Map(before.map((journey) => [containerKey(journey), journey]))
  const routes = after.flatMap((journey) => {
    const existing = latest.get(containerKey(journey))
    return existing === undefined ? [] : diffRoute(journey, diffRoute(existing).notified).alerts
  })
  return { milestones: alerts, retractions, routes }
}
