import { DateTime } from "effect"
import { type Consignment, type DcsaEvent, dcsaEventOf, type JourneyEvent } from "./DcsaEvents.ts"
import { type JourneyPlace, type JourneyVessel, places, vessels } from "./Places.ts"
import { addHours, type Delay, DISCHARGE_AFTER_HOURS, type JourneyLeg, legTimesOf, seaEvents } from "./Schedule.ts"

/** The events that a carrier sends at one instant, as DCSA. */
export interface DcsaUpdate {
  /** When the update is sent and its events are created. */
  readonly at: DateTime.Utc
  /** A short description for logs. */
  readonly title: string
  readonly events: ReadonlyArray<DcsaEvent>
}

/** The plan of a container's journey, from the confirmed booking to the empty return. */
export interface VoyagePlan extends Consignment {
  /** When the carrier confirms the booking; the first vessel leaves 8 days later. */
  readonly start: DateTime.Utc
  /** One leg for a direct voyage, one more for each transhipment. */
  readonly legs: readonly [JourneyLeg, ...ReadonlyArray<JourneyLeg>]
  readonly delays?: ReadonlyArray<Delay> | undefined
  /** The inland place where the container is stuffed. It continues by rail to the first port. */
  readonly origin?: JourneyPlace | undefined
  /** The inland place to which the container goes by rail from the last port, and where it is stripped. */
  readonly destination?: JourneyPlace | undefined
}

const HOURS_BEFORE_SAILING = 8 * 24

/** The events that a carrier reports at one instant, before they are encoded as DCSA. */
export interface CarrierUpdate {
  readonly at: DateTime.Utc
  readonly title: string
  readonly events: ReadonlyArray<JourneyEvent>
}

const VERBS: Readonly<Record<JourneyEvent["code"], string>> = {
  ARRI: "arrived at",
  DEPA: "departed from",
  LOAD: "loaded at",
  DISC: "discharged at",
  GTIN: "gated in at",
  GTOT: "gated out at"
}

/** The report of an actual event, one hour after it. */
const actualUpdate = (event: Omit<JourneyEvent, "classifier">): CarrierUpdate => {
  const { code, call, date, empty } = event
  const subject = call.vessel !== undefined && (code === "ARRI" || code === "DEPA") ? call.vessel.name : "Container"
  return {
    at: addHours(date, 1),
    title: `${subject} ${VERBS[code]} ${call.place.name}${empty === true ? ", empty" : ""}`,
    events: [{ ...event, classifier: "ACT" }]
  }
}

const truckAt = (place: JourneyPlace, facilityType: "POTE" | "DEPO") =>
  ({ place, mode: "TRUCK", facilityType }) as const
const railAt = (place: JourneyPlace, facilityType: "POTE" | "INTE") => ({ place, mode: "RAIL", facilityType }) as const

/** Pre-carriage: the empty container is picked up, stuffed and brought to the port, by rail from an inland origin. */
const preCarriageUpdates = (
  plan: VoyagePlan,
  loadingPort: JourneyPlace,
  departsAt: DateTime.Utc
): ReadonlyArray<CarrierUpdate> => {
  const { origin } = plan
  const before = (days: number) => addHours(departsAt, -24 * days)
  const emptyPickUp = actualUpdate({
    code: "GTOT",
    date: before(7),
    call: truckAt(origin ?? loadingPort, "DEPO"),
    empty: true
  })
  if (origin === undefined) {
    return [emptyPickUp, actualUpdate({ code: "GTIN", date: before(3), call: truckAt(loadingPort, "POTE") })]
  }
  return [
    emptyPickUp,
    actualUpdate({ code: "GTIN", date: before(6), call: railAt(origin, "INTE") }),
    actualUpdate({ code: "LOAD", date: before(5.5), call: railAt(origin, "INTE") }),
    actualUpdate({ code: "DEPA", date: before(5), call: railAt(origin, "INTE") }),
    actualUpdate({ code: "GTIN", date: before(3), call: railAt(loadingPort, "POTE") })
  ]
}

/** On-carriage: the container leaves the port, by rail to an inland destination, and is returned empty. */
const onCarriageUpdates = (
  plan: VoyagePlan,
  dischargePort: JourneyPlace,
  arrivesAt: DateTime.Utc
): ReadonlyArray<CarrierUpdate> => {
  const { destination } = plan
  const after = (days: number) => addHours(arrivesAt, DISCHARGE_AFTER_HOURS + 24 * days)
  const emptyReturn = (place: JourneyPlace, days: number) =>
    actualUpdate({ code: "GTIN", date: after(days), call: truckAt(place, "DEPO"), empty: true })
  if (destination === undefined) {
    return [
      actualUpdate({ code: "GTOT", date: after(3), call: truckAt(dischargePort, "POTE") }),
      emptyReturn(dischargePort, 6)
    ]
  }
  return [
    actualUpdate({ code: "GTOT", date: after(2), call: railAt(dischargePort, "POTE") }),
    actualUpdate({ code: "ARRI", date: after(3), call: railAt(destination, "INTE") }),
    actualUpdate({ code: "DISC", date: after(3.25), call: railAt(destination, "INTE") }),
    actualUpdate({ code: "GTOT", date: after(4), call: railAt(destination, "INTE") }),
    emptyReturn(destination, 7)
  ]
}

const hoursOf = (hours: number): string => `${Math.abs(hours)} h ${hours < 0 ? "earlier" : "later"}`

/** The estimates that a delay changes, reported when it becomes known. */
const delayUpdate = (
  plan: VoyagePlan,
  firstDeparture: DateTime.Utc,
  delay: Delay,
  delays: ReadonlyArray<Delay>
): CarrierUpdate => {
  const before = legTimesOf(plan.legs, firstDeparture, delays)
  const now = legTimesOf(plan.legs, firstDeparture, [...delays, delay])
  const changed = plan.legs.flatMap((leg, index) => {
    const [old, times] = [before[index], now[index]]
    if (old === undefined || times === undefined) return []
    const previous = seaEvents(leg, old, "EST")
    return seaEvents(leg, times, "EST").filter(
      (event, position) => !DateTime.Equivalence(event.date, previous[position]?.date ?? event.date)
    )
  })
  const departsAt = before[delay.leg]?.departsAt ?? firstDeparture
  const vessel = plan.legs[delay.leg]?.vessel.name ?? "Vessel"
  return {
    at: addHours(departsAt, 24 * delay.afterDays),
    title: `${vessel} expected ${hoursOf(delay.hours)}`,
    events: changed.map((event) => ({ ...event, delayReason: delay.reason }))
  }
}

/** The scheduled departure of the first vessel. */
export const firstDepartureOf = (plan: VoyagePlan): DateTime.Utc => addHours(plan.start, HOURS_BEFORE_SAILING)

/**
 * Every update of a carrier about a container, in order of time: the timetable when the booking is confirmed (PLN),
 * the same dates as estimates a day before sailing (EST), new estimates with every delay (EST), and each actual one
 * hour after it (ACT). Pure.
 */
export const carrierUpdates = (plan: VoyagePlan): ReadonlyArray<CarrierUpdate> => {
  const firstDeparture = firstDepartureOf(plan)
  const timetable = legTimesOf(plan.legs, firstDeparture, [])
  const delays = (plan.delays ?? []).toSorted((a, b) => a.leg - b.leg || a.afterDays - b.afterDays)
  const actual = legTimesOf(plan.legs, firstDeparture, delays)
  const atSea = (times: typeof timetable, classifier: JourneyEvent["classifier"]) =>
    plan.legs.flatMap((leg, index) => {
      const legTimes = times[index]
      return legTimes === undefined ? [] : seaEvents(leg, legTimes, classifier)
    })
  const arrivesAt = actual.at(-1)?.arrivesAt ?? firstDeparture
  const updates: ReadonlyArray<CarrierUpdate> = [
    { at: plan.start, title: "Booking confirmed", events: atSea(timetable, "PLN") },
    { at: addHours(firstDeparture, -24), title: "Estimates before sailing", events: atSea(timetable, "EST") },
    ...preCarriageUpdates(plan, plan.legs[0].from, firstDeparture),
    ...delays.map((delay, index) => delayUpdate(plan, firstDeparture, delay, delays.slice(0, index))),
    ...atSea(actual, "ACT").map(actualUpdate),
    ...onCarriageUpdates(plan, plan.legs.at(-1)?.to ?? plan.legs[0].to, arrivesAt)
  ]
  return updates.toSorted((a, b) => DateTime.Order(a.at, b.at))
}

/** The updates of a plan as DCSA payloads. The same plan gives the same payloads, ids included. */
export const dcsaUpdatesOf = (plan: VoyagePlan): ReadonlyArray<DcsaUpdate> =>
  carrierUpdates(plan).map(({ at, title, events }) => ({
    at,
    title,
    events: events.map((event) => dcsaEventOf(plan, event, at))
  }))

/** The parts of a direct voyage. Missing ones have defaults. */
export interface DirectVoyageOptions extends Consignment {
  readonly start: DateTime.Utc
  readonly from?: JourneyPlace | undefined
  readonly to?: JourneyPlace | undefined
  readonly vessel?: JourneyVessel | undefined
  readonly voyage?: string | undefined
  readonly transitHours?: number | undefined
  readonly delays?: ReadonlyArray<Delay> | undefined
  readonly origin?: JourneyPlace | undefined
  readonly destination?: JourneyPlace | undefined
}

/** A delay of 10 hours, below the default threshold, and a further delay of 30 hours, above it. */
export const SMALL_AND_LARGE_DELAY: ReadonlyArray<Delay> = [
  { leg: 0, afterDays: 5, hours: 10, reason: "WEA" },
  { leg: 0, afterDays: 14, hours: 30, reason: "POC" }
]

/** A container on one vessel, by default from Shanghai to Rotterdam in 30 days with `SMALL_AND_LARGE_DELAY`. */
export const directVoyage = (options: DirectVoyageOptions): ReadonlyArray<DcsaUpdate> =>
  dcsaUpdatesOf({
    ...options,
    delays: options.delays ?? SMALL_AND_LARGE_DELAY,
    legs: [
      {
        from: options.from ?? places.shanghai,
        to: options.to ?? places.rotterdam,
        vessel: options.vessel ?? vessels.mscGulsun,
        voyage: options.voyage ?? "012W",
        transitHours: options.transitHours ?? 30 * 24
      }
    ]
  })

/** The parts of a voyage with one transhipment. Missing ones have defaults. */
export interface TranshipmentVoyageOptions extends Consignment {
  readonly start: DateTime.Utc
  readonly from?: JourneyPlace | undefined
  readonly via?: JourneyPlace | undefined
  readonly to?: JourneyPlace | undefined
  readonly delays?: ReadonlyArray<Delay> | undefined
  readonly origin?: JourneyPlace | undefined
  readonly destination?: JourneyPlace | undefined
}

/** A container on two vessels, by default from Shanghai via Singapore to Hamburg without delays. */
export const transhipmentVoyage = (options: TranshipmentVoyageOptions): ReadonlyArray<DcsaUpdate> => {
  const via = options.via ?? places.singapore
  return dcsaUpdatesOf({
    ...options,
    legs: [
      {
        from: options.from ?? places.shanghai,
        to: via,
        vessel: vessels.everGiven,
        voyage: "1170W",
        transitHours: 6 * 24
      },
      { from: via, to: options.to ?? places.hamburg, vessel: vessels.everAce, voyage: "0943W", transitHours: 24 * 24 }
    ]
  })
}
