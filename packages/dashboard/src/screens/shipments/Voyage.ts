import type { ShipmentJourney } from "./ShipmentQueries.ts"

export type Journey = ShipmentJourney["journeys"][number]
export type Milestone = Journey["milestones"][number]

const HOUR_MILLIS = 3_600_000

/** By how many hours a date differs from the first one that was reported: positive is later. */
export const shiftHours = (first: string, date: string): number => (Date.parse(date) - Date.parse(first)) / HOUR_MILLIS

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
