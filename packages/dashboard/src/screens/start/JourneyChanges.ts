import type { ShipmentJourney } from "../shipments/ShipmentQueries.ts"
import { type Milestone, shiftHours } from "../shipments/Voyage.ts"

/** The change of a milestone since an instant. */
export interface MilestoneChange {
  readonly milestone: Milestone["milestone"]
  readonly place: string
  readonly date: string
  /** It is actual now, and was not before. */
  readonly isActual: boolean
  /** By how many hours its date moved: positive is later. */
  readonly hours: number
  readonly receivedAt: string
}

/** Smaller moves are rounding of carriers. */
const LEAST_HOURS = 1

const receivedAt = (report: { readonly sourceEvent: { readonly receivedAt: string } }): number =>
  Date.parse(report.sourceEvent.receivedAt)

/**
 * Whether a milestone is actual since an instant. Reports about the time before a shipment was tracked are not changes.
 */
const becameActual = ({ classifier, date, history }: Milestone, since: number, wasTracked: boolean): boolean => {
  if (classifier !== "ACT") return false
  const before = history.findLast((report) => receivedAt(report) < since)
  if (before !== undefined) return before.classifier !== "ACT"
  return wasTracked || history[0]?.classifier !== "ACT" || Date.parse(date) >= since
}

const changeOf = (milestone: Milestone, since: number, wasTracked: boolean): ReadonlyArray<MilestoneChange> => {
  const { location, date, history } = milestone
  const last = history.at(-1)
  // The date known at that instant; for a shipment that is tracked since, the one reported first.
  const before = history.findLast((report) => receivedAt(report) < since) ?? history[0]
  if (last === undefined || before === undefined || receivedAt(last) < since) return []
  const hours = shiftHours(before.date, date)
  const isActual = becameActual(milestone, since, wasTracked)
  if (!isActual && Math.abs(hours) < LEAST_HOURS) return []
  const place = location.name ?? location.unlocode ?? ""
  return [{ milestone: milestone.milestone, place, date, isActual, hours, receivedAt: last.sourceEvent.receivedAt }]
}

/** The milestones of a shipment that became actual or moved since an instant, in epoch milliseconds: the newest first. */
export const changesSince = (
  { journeys }: Pick<ShipmentJourney, "journeys">,
  since: number
): ReadonlyArray<MilestoneChange> =>
  journeys
    .flatMap(({ milestones }) => {
      const wasTracked = milestones.some(({ history }) => history.some((report) => receivedAt(report) < since))
      return milestones.flatMap((milestone) => changeOf(milestone, since, wasTracked))
    })
    .toSorted((a, b) => Date.parse(b.receivedAt) - Date.parse(a.receivedAt))
