import type { ShipmentJourney } from "./ShipmentQueries.ts"

export type Journey = ShipmentJourney["journeys"][number]
export type Milestone = Journey["milestones"][number]

const HOUR_MILLIS = 3_600_000

const ARRIVALS: ReadonlyArray<Milestone["milestone"]> = [
  "vessel.arrival.at.final.pod",
  "container.discharge.at.final.pod"
]

/** The first milestone after the last actual one. */
export const nextMilestone = ({ milestones }: Journey): Milestone | undefined =>
  milestones.slice(milestones.findLastIndex(({ classifier }) => classifier === "ACT") + 1)[0]

/** The arrival of the vessel at the final port of discharge; the discharge there when no arrival is reported. */
export const arrivalOf = ({ milestones }: Journey): Milestone | undefined =>
  ARRIVALS.map((type) => milestones.find(({ milestone }) => milestone === type)).find((found) => found !== undefined)

/** By how many hours the date of a milestone differs from the first one that was reported: positive is later. */
export const shiftHours = ({ date, history }: Milestone): number =>
  history[0] === undefined ? 0 : (Date.parse(date) - Date.parse(history[0].date)) / HOUR_MILLIS

/** How often the date of a milestone was reported differently than before. */
export const changeCount = ({ history }: Milestone): number =>
  history.filter(({ date }, index) => index > 0 && date !== history[index - 1]?.date).length

/** A place of the voyage with its milestones, in the order of the journey. */
export interface Stop {
  readonly location: Milestone["location"]
  readonly role: Journey["ports"][number]["role"] | undefined
  readonly milestones: ReadonlyArray<Milestone>
}

/** The places of a journey, each once for each call. */
export const stopsOf = ({ milestones, ports }: Journey): ReadonlyArray<Stop> => {
  const stops: Array<{ location: Stop["location"]; role: Stop["role"]; milestones: Array<Milestone> }> = []
  for (const milestone of milestones) {
    const { location, visit } = milestone
    const last = stops.at(-1)
    if (last !== undefined && last.location.unlocode === location.unlocode) {
      last.milestones.push(milestone)
      continue
    }
    const port = ports.find((known) => known.location.unlocode === location.unlocode && known.visit === visit)
    stops.push({ location, role: port?.role, milestones: [milestone] })
  }
  return stops
}

/** Whether everything, something or nothing has happened at a place. */
export const stateOf = ({ milestones }: Stop): "done" | "current" | "ahead" => {
  const actual = milestones.filter(({ classifier }) => classifier === "ACT").length
  return actual === milestones.length ? "done" : actual > 0 ? "current" : "ahead"
}
