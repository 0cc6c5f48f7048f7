import { DateTime } from "effect"
import { type Consignment, type DcsaEvent, dcsaEventOf, type JourneyEvent } from "./DcsaEvents.ts"
import { type JourneyPlace, places, type Ship, ships } from "./Places.ts"
import { addHours, type Delay, DISCHARGE_AFTER_HOURS, type JourneyLeg, legTimesOf, seaEvents } from "./Schedule.ts"

/** What a carrier sends at one moment. */
export interface DcsaUpdate {
  /** When it is sent, and when its events were written. */
  readonly at: DateTime.Utc
  /** What it is about, in words for a log. */
  readonly title: string
  readonly events: ReadonlyArray<DcsaEvent>
}

/** A box on its way, from the confirmed booking to its empty return. */
export interface VoyagePlan extends Consignment {
  /** When the carrier confirms the booking; the first ship leaves 8 days later. */
  readonly start: DateTime.Utc
  /** One leg for a direct voyage, one more for each transhipment. */
  readonly legs: readonly [JourneyLeg, ...ReadonlyArray<JourneyLeg>]
  readonly delays?: ReadonlyArray<Delay> | undefined
  /** Where the box is filled, and goes by rail to the first port. */
  readonly origin?: JourneyPlace | undefined
  /** Where the box goes by rail from the last port, and is emptied. */
  readonly destination?: JourneyPlace | undefined
}

const HOURS_BEFORE_SAILING = 8 * 24

/** What a carrier tells at one moment, before it is put into words. */
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

/** Something that has happened, told an hour later. */
const actualUpdate = (happening: Omit<JourneyEvent, "classifier">): CarrierUpdate => {
  const { code, call, date, empty } = happening
  const subject = call.ship !== undefined && (code === "ARRI" || code === "DEPA") ? call.ship.name : "Container"
  return {
    at: addHours(date, 1),
    title: `${subject} ${VERBS[code]} ${call.place.name}${empty === true ? ", empty" : ""}`,
    events: [{ ...happening, classifier: "ACT" }]
  }
}

const truckAt = (place: JourneyPlace, facilityType: "POTE" | "DEPO") =>
  ({ place, mode: "TRUCK", facilityType }) as const
const railAt = (place: JourneyPlace, facilityType: "POTE" | "INTE") => ({ place, mode: "RAIL", facilityType }) as const

/** Before the ship: the empty box is fetched, filled, and brought to the port, by rail when it comes from inland. */
const preCarriageUpdates = (
  plan: VoyagePlan,
  loadingPort: JourneyPlace,
  departsAt: DateTime.Utc
): ReadonlyArray<CarrierUpdate> => {
  const { origin } = plan
  const before = (days: number) => addHours(departsAt, -24 * days)
  const fetched = actualUpdate({
    code: "GTOT",
    date: before(7),
    call: truckAt(origin ?? loadingPort, "DEPO"),
    empty: true
  })
  if (origin === undefined) {
    return [fetched, actualUpdate({ code: "GTIN", date: before(3), call: truckAt(loadingPort, "POTE") })]
  }
  return [
    fetched,
    actualUpdate({ code: "GTIN", date: before(6), call: railAt(origin, "INTE") }),
    actualUpdate({ code: "LOAD", date: before(5.5), call: railAt(origin, "INTE") }),
    actualUpdate({ code: "DEPA", date: before(5), call: railAt(origin, "INTE") }),
    actualUpdate({ code: "GTIN", date: before(3), call: railAt(loadingPort, "POTE") })
  ]
}

/** After the ship: the box leaves the port, by rail when it goes inland, and comes back empty. */
const onCarriageUpdates = (
  plan: VoyagePlan,
  dischargePort: JourneyPlace,
  arrivesAt: DateTime.Utc
): ReadonlyArray<CarrierUpdate> => {
  const { destination } = plan
  const after = (days: number) => addHours(arrivesAt, DISCHARGE_AFTER_HOURS + 24 * days)
  const returned = (place: JourneyPlace, days: number) =>
    actualUpdate({ code: "GTIN", date: after(days), call: truckAt(place, "DEPO"), empty: true })
  if (destination === undefined) {
    return [
      actualUpdate({ code: "GTOT", date: after(3), call: truckAt(dischargePort, "POTE") }),
      returned(dischargePort, 6)
    ]
  }
  return [
    actualUpdate({ code: "GTOT", date: after(2), call: railAt(dischargePort, "POTE") }),
    actualUpdate({ code: "ARRI", date: after(3), call: railAt(destination, "INTE") }),
    actualUpdate({ code: "DISC", date: after(3.25), call: railAt(destination, "INTE") }),
    actualUpdate({ code: "GTOT", date: after(4), call: railAt(destination, "INTE") }),
    returned(destination, 7)
  ]
}

const hoursOf = (hours: number): string => `${Math.abs(hours)} h ${hours < 0 ? "earlier" : "later"}`

/** The estimates that a delay changes, told when it becomes known. */
const delayUpdate = (
  plan: VoyagePlan,
  firstDeparture: DateTime.Utc,
  delay: Delay,
  known: ReadonlyArray<Delay>
): CarrierUpdate => {
  const before = legTimesOf(plan.legs, firstDeparture, known)
  const now = legTimesOf(plan.legs, firstDeparture, [...known, delay])
  const changed = plan.legs.flatMap((leg, index) => {
    const [old, times] = [before[index], now[index]]
    if (old === undefined || times === undefined) return []
    const outdated = seaEvents(leg, old, "EST")
    return seaEvents(leg, times, "EST").filter(
      (happening, position) => !DateTime.Equivalence(happening.date, outdated[position]?.date ?? happening.date)
    )
  })
  const departsAt = before[delay.leg]?.departsAt ?? firstDeparture
  const ship = plan.legs[delay.leg]?.ship.name ?? "Ship"
  return {
    at: addHours(departsAt, 24 * delay.afterDays),
    title: `${ship} expected ${hoursOf(delay.hours)}`,
    events: changed.map((happening) => ({ ...happening, delayReason: delay.reason }))
  }
}

/** When the first ship of a plan leaves by the timetable. */
export const firstDepartureOf = (plan: VoyagePlan): DateTime.Utc => addHours(plan.start, HOURS_BEFORE_SAILING)

/**
 * All that a carrier tells about a box, in order of time: the timetable when the booking is confirmed (PLN), the same
 * as estimates a day before sailing (EST), new estimates with every delay (EST), and what happens an hour after it has
 * happened (ACT). Pure.
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
  const landsAt = actual.at(-1)?.arrivesAt ?? firstDeparture
  const told: ReadonlyArray<CarrierUpdate> = [
    { at: plan.start, title: "Booking confirmed", events: atSea(timetable, "PLN") },
    { at: addHours(firstDeparture, -24), title: "Estimates before sailing", events: atSea(timetable, "EST") },
    ...preCarriageUpdates(plan, plan.legs[0].from, firstDeparture),
    ...delays.map((delay, index) => delayUpdate(plan, firstDeparture, delay, delays.slice(0, index))),
    ...atSea(actual, "ACT").map(actualUpdate),
    ...onCarriageUpdates(plan, plan.legs.at(-1)?.to ?? plan.legs[0].to, landsAt)
  ]
  return told.toSorted((a, b) => DateTime.Order(a.at, b.at))
}

/** The tellings of a plan as a carrier sends them: the same plan gives the same payloads, ids and all. */
export const dcsaUpdatesOf = (plan: VoyagePlan): ReadonlyArray<DcsaUpdate> =>
  carrierUpdates(plan).map(({ at, title, events }) => ({
    at,
    title,
    events: events.map((happening) => dcsaEventOf(plan, happening, at))
  }))

/** What can be left out, when any voyage will do. */
export interface DirectVoyageOptions extends Consignment {
  readonly start: DateTime.Utc
  readonly from?: JourneyPlace | undefined
  readonly to?: JourneyPlace | undefined
  readonly ship?: Ship | undefined
  readonly voyage?: string | undefined
  readonly transitHours?: number | undefined
  readonly delays?: ReadonlyArray<Delay> | undefined
  readonly origin?: JourneyPlace | undefined
  readonly destination?: JourneyPlace | undefined
}

/** Ten hours that nobody needs to hear of, and thirty more that matter. */
export const SMALL_AND_LARGE_DELAY: ReadonlyArray<Delay> = [
  { leg: 0, afterDays: 5, hours: 10, reason: "WEA" },
  { leg: 0, afterDays: 14, hours: 30, reason: "POC" }
]

/**
 * A box from Shanghai to Rotterdam on one ship in 30 days, unless told otherwise, with `SMALL_AND_LARGE_DELAY` on the
 * way.
 */
export const directVoyage = (options: DirectVoyageOptions): ReadonlyArray<DcsaUpdate> =>
  dcsaUpdatesOf({
    ...options,
    delays: options.delays ?? SMALL_AND_LARGE_DELAY,
    legs: [
      {
        from: options.from ?? places.shanghai,
        to: options.to ?? places.rotterdam,
        ship: options.ship ?? ships.mscGulsun,
        voyage: options.voyage ?? "012W",
        transitHours: options.transitHours ?? 30 * 24
      }
    ]
  })

export interface TranshipmentVoyageOptions extends Consignment {
  readonly start: DateTime.Utc
  readonly from?: JourneyPlace | undefined
  readonly via?: JourneyPlace | undefined
  readonly to?: JourneyPlace | undefined
  readonly delays?: ReadonlyArray<Delay> | undefined
  readonly origin?: JourneyPlace | undefined
  readonly destination?: JourneyPlace | undefined
}

/** A box from Shanghai by way of Singapore to Hamburg on two ships, in time, unless told otherwise. */
export const transhipmentVoyage = (options: TranshipmentVoyageOptions): ReadonlyArray<DcsaUpdate> => {
  const via = options.via ?? places.singapore
  return dcsaUpdatesOf({
    ...options,
    legs: [
      { from: options.from ?? places.shanghai, to: via, ship: ships.everGiven, voyage: "1170W", transitHours: 6 * 24 },
      { from: via, to: options.to ?? places.hamburg, ship: ships.everAce, voyage: "0943W", transitHours: 24 * 24 }
    ]
  })
}
