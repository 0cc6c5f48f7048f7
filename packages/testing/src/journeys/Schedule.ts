import { DateTime } from "effect"
import type { JourneyCall, JourneyEvent } from "./DcsaEvents.ts"
import type { JourneyPlace, JourneyVessel } from "./Places.ts"

/** One sea leg. */
export interface JourneyLeg {
  readonly from: JourneyPlace
  readonly to: JourneyPlace
  readonly vessel: JourneyVessel
  readonly voyage: string
  /** Scheduled hours from berth to berth. */
  readonly transitHours: number
  /** Additional hours at the port of loading after the container was rolled from an earlier vessel. */
  readonly rolledHours?: number | undefined
}

/** A change of the estimated arrival that the carrier reports during a leg. */
export interface Delay {
  /** The leg, counted from 0. */
  readonly leg: number
  /** When it is reported, in days after the departure. */
  readonly afterDays: number
  /** Positive when the vessel is later than last reported, negative when earlier. */
  readonly hours: number
  /** DCSA delay reason. */
  readonly reason?: string | undefined
}

/** When a leg begins and ends. */
export interface LegTimes {
  readonly departsAt: DateTime.Utc
  readonly arrivesAt: DateTime.Utc
}

/** Hours between arrival and next departure at a transhipment: scheduled and minimum. */
const CONNECTION_HOURS = 72
const MIN_CONNECTION_HOURS = 24
/** Hours from loading to departure, and from arrival to discharge. */
const LOAD_BEFORE_HOURS = 6
/** Hours from the arrival of a vessel to the discharge of the container. */
export const DISCHARGE_AFTER_HOURS = 12

/** An instant some hours later; a negative number is earlier. */
export const addHours = (instant: DateTime.Utc, hours: number): DateTime.Utc =>
  DateTime.add(instant, { milliseconds: Math.round(hours * 3_600_000) })

/** The times of every leg with the delays reported so far. The next vessel waits when a connection becomes too short. */
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

const vesselCallAt = (
  place: JourneyPlace,
  { vessel, voyage }: JourneyLeg,
  direction: "export" | "import"
): JourneyCall => ({
  place,
  mode: "VESSEL",
  facilityType: "POTE",
  vessel,
  ...(direction === "export" ? { exportVoyage: voyage } : { importVoyage: voyage })
})

/** The events of a container on one leg: loaded, departed, arrived, discharged. */
export const seaEvents = (
  leg: JourneyLeg,
  times: LegTimes,
  classifier: JourneyEvent["classifier"]
): ReadonlyArray<JourneyEvent> => {
  const loading = vesselCallAt(leg.from, leg, "export")
  const discharge = vesselCallAt(leg.to, leg, "import")
  return [
    { code: "LOAD", classifier, date: addHours(times.departsAt, -LOAD_BEFORE_HOURS), call: loading },
    { code: "DEPA", classifier, date: times.departsAt, call: loading },
    { code: "ARRI", classifier, date: times.arrivesAt, call: discharge },
    { code: "DISC", classifier, date: addHours(times.arrivesAt, DISCHARGE_AFTER_HOURS), call: discharge }
  ]
}
