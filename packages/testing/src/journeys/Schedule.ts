import { DateTime } from "effect"
import type { JourneyCall, JourneyEvent } from "./DcsaEvents.ts"
import type { JourneyPlace, Ship } from "./Places.ts"

/** One sea leg. */
export interface JourneyLeg {
  readonly from: JourneyPlace
  readonly to: JourneyPlace
  readonly ship: Ship
  readonly voyage: string
  /** From berth to berth as the timetable has it, in hours. */
  readonly transitHours: number
  /** The box has missed an earlier ship and waits so many hours longer. */
  readonly rolledHours?: number | undefined
}

/** The carrier tells during a leg that its ship will be later (or, negative, earlier) than it said last. */
export interface Delay {
  /** The leg, counted from 0. */
  readonly leg: number
  /** When it is told: days after the ship left. */
  readonly afterDays: number
  readonly hours: number
  /** DCSA delay reason. */
  readonly reason?: string | undefined
}

/** When a leg is to begin and end. */
export interface LegTimes {
  readonly departsAt: DateTime.Utc
  readonly arrivesAt: DateTime.Utc
}

/** Between two ships, as the timetable has it and at least. */
const CONNECTION_HOURS = 72
const MIN_CONNECTION_HOURS = 24
/** A box is loaded before its ship leaves, and discharged after it has arrived. */
const LOAD_BEFORE_HOURS = 6
export const DISCHARGE_AFTER_HOURS = 12

export const addHours = (instant: DateTime.Utc, hours: number): DateTime.Utc =>
  DateTime.add(instant, { milliseconds: Math.round(hours * 3_600_000) })

/** The times of every leg, given the delays told so far: a late ship is waited for when the connection gets too short. */
export const legTimesOf = (
  legs: ReadonlyArray<JourneyLeg>,
  firstDeparture: DateTime.Utc,
  delays: ReadonlyArray<Delay>
): ReadonlyArray<LegTimes> => {
  const times: Array<LegTimes> = []
  let planned = firstDeparture
  let earliest = firstDeparture
  for (const [index, leg] of legs.entries()) {
    const departsAt = addHours(DateTime.max(planned, earliest), leg.rolledHours ?? 0)
    const late = delays.filter((delay) => delay.leg === index).reduce((sum, delay) => sum + delay.hours, 0)
    const arrivesAt = addHours(departsAt, leg.transitHours + late)
    times.push({ departsAt, arrivesAt })
    planned = addHours(planned, leg.transitHours + CONNECTION_HOURS)
    earliest = addHours(arrivesAt, MIN_CONNECTION_HOURS)
  }
  return times
}

const vesselCallAt = (place: JourneyPlace, { ship, voyage }: JourneyLeg, way: "export" | "import"): JourneyCall => ({
  place,
  mode: "VESSEL",
  facilityType: "POTE",
  ship,
  ...(way === "export" ? { exportVoyage: voyage } : { importVoyage: voyage })
})

/** What happens to a box on one leg: loaded, departed, arrived, discharged. */
export const seaEvents = (
  leg: JourneyLeg,
  times: LegTimes,
  classifier: JourneyEvent["classifier"]
): ReadonlyArray<JourneyEvent> => {
  const out = vesselCallAt(leg.from, leg, "export")
  const into = vesselCallAt(leg.to, leg, "import")
  return [
    { code: "LOAD", classifier, date: addHours(times.departsAt, -LOAD_BEFORE_HOURS), call: out },
    { code: "DEPA", classifier, date: times.departsAt, call: out },
    { code: "ARRI", classifier, date: times.arrivesAt, call: into },
    { code: "DISC", classifier, date: addHours(times.arrivesAt, DISCHARGE_AFTER_HOURS), call: into }
  ]
}
