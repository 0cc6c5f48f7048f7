import { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import type { Journey } from "../../tracking/journey/Journey.ts"
import { isActual, type Milestone } from "../../tracking/journey/Milestone.ts"
import { type ErrorFigures, errorFigures, LEAD_DAYS, type LeadDays } from "./EtaErrors.ts"

/** A sea leg as a trade lane: from the port of loading to that of arrival. `from` is null while it is unknown. */
export interface Lane {
  readonly from: Unlocode | null
  readonly to: Unlocode
}

/** The error of a carrier's date at a lead time, in hours. Positive: the vessel arrived later than stated. */
export interface CarrierError {
  /** The vessel's arrival: containers on one vessel share it. */
  readonly arrival: string
  readonly lane: Lane
  readonly leadDays: LeadDays
  readonly hours: number
}

/** The errors of a carrier on one lane. */
export interface LaneFigures extends Lane {
  readonly arrivals: number
  readonly leads: ReadonlyArray<ErrorFigures>
}

/** The accuracy of the arrival dates of a carrier. */
export interface CarrierScorecard {
  /** The distinct arrivals of vessels with a date at any lead time. */
  readonly arrivals: number
  readonly leads: ReadonlyArray<ErrorFigures>
  /** The lanes with most arrivals first, at most `MAX_LANES`. */
  readonly lanes: ReadonlyArray<LaneFigures>
}

/** The maximum number of lanes of a scorecard. */
export const MAX_LANES = 50

const isArrival = ({ type }: Milestone): boolean => type.startsWith("vessel.arrival.at.")

const laneOf = ({ legs }: Journey, { place }: Milestone): Lane => {
  const leg = legs.find(({ to }) => Option.exists(to, ({ unlocode }) => unlocode === place.unlocode))
  const from = Option.flatMap(Option.fromUndefinedOr(leg), (seaLeg) => seaLeg.from)
  return { from: Option.getOrNull(Option.map(from, ({ unlocode }) => unlocode)), to: place.unlocode }
}

const arrivalOf = ({ date, key, place, vessel }: Milestone): string => {
  const ship = Option.flatMap(vessel, ({ imo, name }) => Option.orElse(imo, () => name))
  return `${Option.getOrElse(ship, () => key)} ${place.unlocode} ${date}`
}

/**
 * The error of the date that the carrier had stated last, at each lead time before the arrival: actual arrival less that date.
 * A date counts from its receipt. Lead times before the first date have no error.
 */
const errorsOf = (lane: Lane, milestone: Milestone): ReadonlyArray<CarrierError> =>
  LEAD_DAYS.flatMap((leadDays) => {
    const then = milestone.date - leadDays * DAY_MILLIS
    const statement = milestone.history.findLast(
      ({ classifier, source }) => classifier !== "ACT" && source.receivedAt <= then
    )
    if (statement === undefined) return []
    return [{ arrival: arrivalOf(milestone), lane, leadDays, hours: (milestone.date - statement.date) / HOUR_MILLIS }]
  })

/** The errors of the carrier's dates of every actual arrival of journeys. */
export const carrierErrorsOf = (journeys: ReadonlyArray<Journey>): ReadonlyArray<CarrierError> =>
  journeys.flatMap((journey) =>
    journey.milestones
      .filter((milestone) => isActual(milestone) && isArrival(milestone))
      .flatMap((milestone) => errorsOf(laneOf(journey, milestone), milestone))
  )

const leadsOf = (errors: ReadonlyArray<CarrierError>): ReadonlyArray<ErrorFigures> =>
  LEAD_DAYS.map((lead) =>
    errorFigures(
      lead,
      errors.filter(({ leadDays }) => leadDays === lead).map(({ hours }) => hours)
    )
  )

const arrivalsOf = (errors: ReadonlyArray<CarrierError>): number => new Set(errors.map(({ arrival }) => arrival)).size

/** The scorecard of errors. Several containers on one vessel are one arrival, which counts once. */
export const carrierScorecard = (errors: ReadonlyArray<CarrierError>): CarrierScorecard => {
  const distinct = [...new Map(errors.map((error) => [`${error.arrival} ${error.leadDays}`, error])).values()]
  const lanes = Map.groupBy(distinct, ({ lane }) => `${lane.from ?? ""} ${lane.to}`)
  return {
    arrivals: arrivalsOf(distinct),
    leads: leadsOf(distinct),
    lanes: [...lanes.values()]
      .flatMap((ofLane): ReadonlyArray<LaneFigures> => {
        const [first] = ofLane
        return first === undefined ? [] : [{ ...first.lane, arrivals: arrivalsOf(ofLane), leads: leadsOf(ofLane) }]
      })
      .sort((a, b) => b.arrivals - a.arrivals || (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1))
      .slice(0, MAX_LANES)
  }
}
