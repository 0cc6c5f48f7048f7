import { Option, Result } from "effect"
import { NauticalMiles } from "../geo/Distance.ts"
import type { SeaRoute } from "../geo/SeaRouter.ts"
import type { Unlocode } from "../geo/Unlocode.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../time/Durations.ts"
import { Instant } from "../time/Instant.ts"
import {
  type ArrivalPrediction,
  INTERVAL_LEVEL,
  MAX_POSITION_AGE_DAYS,
  type NoPredictionReason,
  type PredictedCall,
  type UsualHours,
  type VesselPosition
} from "./ArrivalPrediction.ts"
import { type CallTime, remainingTime } from "./CallTimes.ts"
import { addDurations, type DurationDistribution, quantileOf, scaleDuration } from "./DurationDistribution.ts"
import { type RemainingCalls, usualCalls } from "./RemainingCalls.ts"
import { sailedRoute } from "./RouteProgress.ts"
import {
  presentSpeed,
  reportedSpeed,
  type SailedLeg,
  type SailingSpeed,
  speedSpread,
  usualSpeed
} from "./SailingSpeed.ts"
import { pastLegsOf, type VesselCall } from "./VesselCalls.ts"

/** The plan of a carrier for the vessel on its way to the destination. */
export interface CarrierVesselPlan {
  /** The port of loading, and the departure of the vessel; none before. */
  readonly from: Unlocode
  readonly departedAt: Option.Option<Instant>
  /** The planned or estimated arrival at the destination. */
  readonly arrival: Option.Option<Instant>
  /** The ports that the plan names after `from`, in order, the destination last. */
  readonly ports: ReadonlyArray<Unlocode>
}

/** The sea routes between the ports of a prediction. */
export interface RouteTable {
  /** The miles of the usual route between two ports; undefined when there is none. */
  readonly lengthNm: (from: Unlocode, to: Unlocode) => NauticalMiles | undefined
  /** The usual route between two ports first, then those that avoid one of its passages. */
  readonly alternatives: (from: Unlocode, to: Unlocode) => ReadonlyArray<SeaRoute>
}

/** The inputs of a prediction. */
export interface PredictionInput {
  readonly now: Instant
  readonly destination: Unlocode
  /** The calls of the vessel, oldest first, as `vesselCallsOf` returns them. */
  readonly calls: ReadonlyArray<VesselCall>
  readonly position: Option.Option<VesselPosition>
  readonly plan: Option.Option<CarrierVesselPlan>
  readonly routes: RouteTable
  readonly hoursInPort: (port: Unlocode) => CallTime
  readonly hoursWaiting: (port: Unlocode) => CallTime
}

/** A planned passage that takes this much longer than a direct one leaves time for a call on the way, in hours. */
const CALL_ALLOWANCE_HOURS = 12

/** A vessel farther than this from every route to the next call is not on its way there, in nautical miles. */
const MAX_OFF_ROUTE_NM = 300

/** The calls with the departure that the carrier reported, if it is newer than the log. Idempotent. */
export const withReportedDeparture = ({
  calls,
  plan
}: Pick<PredictionInput, "calls" | "plan">): ReadonlyArray<VesselCall> => {
  const last = calls.at(-1)
  const departure = Option.flatMap(plan, ({ from, departedAt }) => Option.map(departedAt, (at) => ({ from, at })))
  if (Option.isNone(departure)) return calls
  const { from, at } = departure.value
  if (last !== undefined && (last.port === from || last.arrivedAt >= at)) return calls
  const call = { port: from, arrivedAt: at, berthedAt: Option.none(), departedAt: Option.some(at), open: false }
  return [...calls, call]
}

/** The legs of past calls whose routes are known, with their miles. */
const sailedLegsOf = (
  calls: ReadonlyArray<VesselCall>,
  { lengthNm }: Pick<RouteTable, "lengthNm">
): ReadonlyArray<SailedLeg> =>
  pastLegsOf(calls).flatMap(({ from, to, hours }) => {
    const distanceNm = lengthNm(from, to)
    return distanceNm === undefined ? [] : [{ distanceNm, hours }]
  })

/** The rest of the present leg: to the next call, from the port or from the last position at sea. */
interface PresentLeg {
  readonly from: Instant
  readonly remainingNm: NauticalMiles
  /** The way since the departure; none in port. */
  readonly sailed: Option.Option<SailedLeg>
}

const presentLeg = (
  { now, position, routes }: PredictionInput,
  last: VesselCall,
  next: Unlocode
): Result.Result<PresentLeg, NoPredictionReason> => {
  const lengthNm = routes.lengthNm(last.port, next)
  if (lengthNm === undefined) return Result.fail("no_route")
  if (last.open) return Result.succeed({ from: now, remainingNm: lengthNm, sailed: Option.none() })
  if (Option.isNone(position)) return Result.fail("no_position")
  const { at } = position.value
  if (now - at > MAX_POSITION_AGE_DAYS * DAY_MILLIS) return Result.fail("position_old")
  const departedAt = Option.getOrElse(last.departedAt, () => last.arrivedAt)
  // The last position is from before the departure: the vessel is at the beginning of the leg.
  if (at <= departedAt) return Result.succeed({ from: departedAt, remainingNm: lengthNm, sailed: Option.none() })
  const sailed = sailedRoute(routes.alternatives(last.port, next), position.value.position)
  if (sailed === undefined) return Result.fail("no_route")
  if (sailed.progress.offRouteNm > MAX_OFF_ROUTE_NM) return Result.fail("off_route")
  const { remainingNm } = sailed.progress
  const distanceNm = NauticalMiles.make(Math.max(0, sailed.route.lengthNm - remainingNm))
  return Result.succeed({
    from: at,
    remainingNm,
    sailed: Option.some({ distanceNm, hours: (at - departedAt) / HOUR_MILLIS })
  })
}

/** Whether the plan from the last port leaves no time for a call on the way, at the usual speed. */
const isPlannedDirect = (
  { destination, plan, routes }: PredictionInput,
  last: VesselCall,
  usual: SailingSpeed | undefined
): boolean => {
  const lengthNm = routes.lengthNm(last.port, destination)
  if (Option.isNone(plan) || plan.value.from !== last.port || lengthNm === undefined || usual === undefined)
    return false
  const hours = Option.zipWith(
    plan.value.departedAt,
    plan.value.arrival,
    (departedAt, at) => (at - departedAt) / HOUR_MILLIS
  )
  return Option.exists(hours, (planned) => planned - lengthNm / usual.knots < CALL_ALLOWANCE_HOURS)
}

const remainingCallsOf = (
  input: PredictionInput,
  calls: ReadonlyArray<VesselCall>,
  last: VesselCall,
  usual: SailingSpeed | undefined
): RemainingCalls | undefined => {
  const { destination } = input
  const none = { rounds: 0, roundsKnown: 0 }
  const planned = Option.getOrUndefined(input.plan)?.ports ?? []
  const ahead = planned.slice(planned.lastIndexOf(last.port) + 1)
  if (ahead.length > 1 && ahead.at(-1) === destination) return { ports: ahead, basis: "plan", ...none }
  const rotation = usualCalls(
    calls.map(({ port }) => port),
    destination
  )
  if (rotation !== undefined) return rotation
  return isPlannedDirect(input, last, usual) ? { ports: [destination], basis: "direct", ...none } : undefined
}

const after = (start: Instant, hours: number, now: Instant): Instant =>
  Instant.make(Math.round(Math.max(now, start + hours * HOUR_MILLIS)))

const usualHours = ({ hours, basis, calls }: CallTime): UsualHours => ({ hours: quantileOf(hours, 0.5), basis, calls })

/** The way from the present position or port to the destination. */
interface Way {
  readonly calls: ReadonlyArray<PredictedCall>
  /** The hours in ports before the destination. */
  readonly inPorts: DurationDistribution
  /** Whether every time in port is known from past calls. */
  readonly isEmpirical: boolean
  readonly sailingHours: number
  readonly distanceNm: NauticalMiles
}

/** The sailing takes a factor of the spread, the same on every leg, longer or shorter. */
const arrivalHours = ({ inPorts, sailingHours }: Way, spread: DurationDistribution | undefined) =>
  addDurations(inPorts, scaleDuration(spread ?? [1], sailingHours))

/** The usual rest of the stay in the present port; nothing at sea. */
const remainingStay = ({ hoursInPort, now }: PredictionInput, last: VesselCall): CallTime =>
  last.open
    ? remainingTime(hoursInPort(last.port), (now - last.arrivedAt) / HOUR_MILLIS)
    : { hours: [0], basis: "vessel", calls: 0 }

interface Pace {
  readonly present: SailingSpeed
  readonly later: SailingSpeed
  readonly spread: DurationDistribution | undefined
}

/** Adds the later legs and calls to the present leg; undefined when one of them has no route. */
const wayOf = (
  input: PredictionInput,
  stay: CallTime,
  leg: PresentLeg,
  ports: ReadonlyArray<Unlocode>,
  pace: Pace
): Way | undefined => {
  let way: Way = {
    calls: [],
    inPorts: stay.hours,
    isEmpirical: stay.basis !== "default",
    sailingHours: leg.remainingNm / pace.present.knots,
    distanceNm: leg.remainingNm
  }
  for (const [index, port] of ports.entries()) {
    const arrival = after(leg.from, quantileOf(arrivalHours(way, pace.spread), 0.5), input.now)
    const onward = ports[index + 1]
    if (onward === undefined) return { ...way, calls: [...way.calls, { port, arrival, inPort: Option.none() }] }
    const time = input.hoursInPort(port)
    const lengthNm = input.routes.lengthNm(port, onward)
    if (lengthNm === undefined) return undefined
    way = {
      calls: [...way.calls, { port, arrival, inPort: Option.some(usualHours(time)) }],
      inPorts: addDurations(way.inPorts, time.hours),
      isEmpirical: way.isEmpirical && time.basis !== "default",
      sailingHours: way.sailingHours + lengthNm / pace.later.knots,
      distanceNm: NauticalMiles.make(way.distanceNm + lengthNm)
    }
  }
  return undefined
}

const TAIL = (1 - INTERVAL_LEVEL) / 2

/** The interval of a sum of durations, or the reason why its spread is unknown. */
const intervalOf = (
  { from }: PresentLeg,
  berth: DurationDistribution,
  hasSpread: boolean,
  isEmpirical: boolean,
  now: Instant
): ArrivalPrediction["interval"] => {
  if (!hasSpread) return { _tag: "Unknown", reason: "too_few_legs" }
  if (!isEmpirical) return { _tag: "Unknown", reason: "too_few_calls" }
  const at = (share: number) => after(from, quantileOf(berth, share), now)
  return { _tag: "Known", low: at(TAIL), high: at(1 - TAIL) }
}

/**
 * Predicts when a vessel berths at a port. Pure. From the last position (or from now, in port) it adds
 *
 * - the usual rest of the stay in the present port;
 * - the miles that remain on the present leg at its speed so far, and those of the later legs at the median speed of past legs;
 * - the usual hours in port at each call before the destination, and the usual wait there.
 *
 * The prediction is the median of the sum, the interval its 10 % and 90 % quantiles. A date that has passed becomes
 * the present. Fails with the reason why there is no prediction.
 */
export const predictArrival = (input: PredictionInput): Result.Result<ArrivalPrediction, NoPredictionReason> => {
  // Every part is an empirical distribution; parts are added as independent ones, and sailing is one part.
  const { destination, now, position, routes } = input
  const calls = withReportedDeparture(input)
  const last = calls.at(-1)
  if (last === undefined) return Result.fail("last_port_unknown")
  if (last.open && last.port === destination) return Result.fail("arrived")
  const legs = sailedLegsOf(calls, routes)
  const usual = usualSpeed(legs) ?? reportedSpeed(Option.getOrUndefined(position)?.speedKnots)
  const remaining = remainingCallsOf(input, calls, last, usual)
  const [next] = remaining?.ports ?? []
  if (remaining === undefined || next === undefined) return Result.fail("calls_unknown")
  const leg = presentLeg(input, last, next)
  if (Result.isFailure(leg)) return Result.fail(leg.failure)
  const speed = Option.getOrUndefined(Option.map(leg.success.sailed, presentSpeed)) ?? usual
  if (speed === undefined) return Result.fail("speed_unknown")
  const spread = speedSpread(legs)
  const stay = remainingStay(input, last)
  const way = wayOf(input, stay, leg.success, remaining.ports, { present: speed, later: usual ?? speed, spread })
  if (way === undefined) return Result.fail("no_route")
  const waiting = input.hoursWaiting(destination)
  const arrival = arrivalHours(way, spread)
  const berth = addDurations(arrival, waiting.hours)
  const isEmpirical = way.isEmpirical && waiting.basis !== "default"
  const { ports: _, ...callsKnownBy } = remaining
  return Result.succeed({
    port: destination,
    eta: after(leg.success.from, quantileOf(berth, 0.5), now),
    portArrival: after(leg.success.from, quantileOf(arrival, 0.5), now),
    interval: intervalOf(leg.success, berth, spread !== undefined, isEmpirical, now),
    waiting: usualHours(waiting),
    lastPort: last.port,
    inPort: last.open,
    calls: way.calls,
    callsKnownBy,
    distanceNm: way.distanceNm,
    speed,
    position,
    predictedAt: now
  })
}
