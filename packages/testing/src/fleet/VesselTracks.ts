import { greatCircleDistance, toKilometres } from "@landfall/core/geo/Distance"
import type { Latitude, Longitude, Position } from "@landfall/core/geo/Position"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Brand } from "effect"
import { type FleetPlan, offsetPosition, PORT_RADIUS_KM, portsOf, type SimulatedPort } from "./FleetPlan.ts"

// A position between two nearby valid ones is valid.
const latitude = Brand.nominal<Latitude>()
const longitude = Brand.nominal<Longitude>()

/** Returns a pseudo-random number in [0, 1). */
export type RandomSource = () => number

/** A segment of a vessel's track with one activity. Times in seconds since 1970. */
export interface TrackSegment {
  readonly from: number
  readonly to: number
  readonly start: Position
  readonly end: Position
  readonly activity: "moving" | "berth" | "anchorage" | "pause"
}

/** A simulated stay of a vessel in port. */
export interface TrueStay {
  readonly kind: "berth" | "anchorage"
  readonly from: number
  readonly to: number
}

/** A simulated call: from the first stop to crossing the outline of the port's area. In seconds since 1970. */
export interface TrueCall {
  readonly vessel: number
  readonly port: Unlocode
  readonly startedAt: number
  readonly endedAt: number
  readonly stays: ReadonlyArray<TrueStay>
}

/** The simulated tracks and calls of all vessels. */
export interface VesselTracks {
  readonly segments: ReadonlyArray<ReadonlyArray<TrackSegment>>
  readonly calls: ReadonlyArray<TrueCall>
}

const HOUR_SECONDS = 3600
const CRUISE_KM_PER_SECOND = (14 * 1.852) / HOUR_SECONDS
const HARBOUR_KM_PER_SECOND = (9 * 1.852) / HOUR_SECONDS
const PAUSE_SECONDS = 360

const kmBetween = (from: Position, to: Position): number => toKilometres(greatCircleDistance(from, to))

interface SailingVessel {
  readonly index: number
  readonly segments: Array<TrackSegment>
  at: number
  position: Position
}

const sailTo = (vessel: SailingVessel, to: Position, kmPerSecond: number): void => {
  const arrival = vessel.at + kmBetween(vessel.position, to) / kmPerSecond
  vessel.segments.push({ from: vessel.at, to: arrival, start: vessel.position, end: to, activity: "moving" })
  vessel.at = arrival
  vessel.position = to
}

const stayUntil = (vessel: SailingVessel, until: number, activity: TrackSegment["activity"]): void => {
  if (until <= vessel.at) return
  vessel.segments.push({ from: vessel.at, to: until, start: vessel.position, end: vessel.position, activity })
  vessel.at = until
}

/** The time when a vessel leaves a circle on a leg, by bisection. */
const exitTime = (leg: TrackSegment, centre: Position): number => {
  let [inside, outside] = [leg.from, leg.to]
  for (let round = 0; round < 40; round++) {
    const half = (inside + outside) / 2
    if (kmBetween(centre, positionAt(leg, half)) > PORT_RADIUS_KM) outside = half
    else inside = half
  }
  return outside
}

/** The position of a vessel at a time of a segment. */
export const positionAt = ({ start, end, from, to }: TrackSegment, at: number): Position => {
  const fraction = to === from ? 0 : (at - from) / (to - from)
  return {
    latitude: latitude(start.latitude + fraction * (end.latitude - start.latitude)),
    longitude: longitude(start.longitude + fraction * (end.longitude - start.longitude))
  }
}

const randomPositionNear = (centre: Position, km: number, draw: RandomSource): Position =>
  offsetPosition(centre, (2 * draw() - 1) * km, (2 * draw() - 1) * km)

/** Simulates a call: waiting at the anchorage while no berth is free, then the stay at berth. */
const callAtPort = (
  vessel: SailingVessel,
  port: SimulatedPort,
  freeAt: Array<number>,
  draw: RandomSource
): TrueCall | undefined => {
  const berth = freeAt.indexOf(Math.min(...freeAt))
  const [free, place] = [freeAt[berth], port.berths[berth]]
  if (free === undefined || place === undefined) return undefined
  const stays: Array<TrueStay> = []
  const direct = vessel.at + kmBetween(vessel.position, place) / CRUISE_KM_PER_SECOND
  if (direct < free) {
    sailTo(vessel, randomPositionNear(port.anchorage, 1.5, draw), CRUISE_KM_PER_SECOND)
    const from = vessel.at
    const shift = kmBetween(vessel.position, place) / HARBOUR_KM_PER_SECOND
    stayUntil(vessel, Math.max(from + HOUR_SECONDS, free - shift), "anchorage")
    stays.push({ kind: "anchorage", from, to: vessel.at })
    sailTo(vessel, place, HARBOUR_KM_PER_SECOND)
  } else {
    sailTo(vessel, place, CRUISE_KM_PER_SECOND)
  }
  const berthedAt = vessel.at
  stayUntil(vessel, berthedAt + HOUR_SECONDS * (6 + 42 * draw()), "berth")
  stays.push({ kind: "berth", from: berthedAt, to: vessel.at })
  freeAt[berth] = vessel.at + HOUR_SECONDS / 2
  return { vessel: vessel.index, port: port.code, startedAt: stays[0]?.from ?? berthedAt, endedAt: 0, stays }
}

const pickRandom = <A>(choices: ReadonlyArray<A>, draw: RandomSource): A | undefined =>
  choices[Math.floor(draw() * choices.length)]

const depart = (
  vessel: SailingVessel,
  from: SimulatedPort,
  ports: ReadonlyArray<SimulatedPort>,
  plan: FleetPlan,
  draw: RandomSource
) => {
  const departure = vessel.segments.length
  if (draw() < plan.transitShare) {
    const via = pickRandom(ports, draw)
    if (via !== undefined && via !== from) {
      sailTo(vessel, offsetPosition(via.centre, 1.5, 0), HARBOUR_KM_PER_SECOND)
      stayUntil(vessel, vessel.at + PAUSE_SECONDS, "pause")
    }
  }
  // Sails into open water, away from all ports.
  sailTo(vessel, offsetPosition(vessel.position, -40 - 20 * draw(), 4 * draw()), CRUISE_KM_PER_SECOND)
  const first = vessel.segments[departure]
  return first === undefined ? vessel.at : exitTime(first, from.centre)
}

const NO_PORT = { centre: { latitude: latitude(0), longitude: longitude(0) } }

/**
 * Simulates port calls until the end of the plan. Berths are assigned in order of arrival, so vessels wait for one
 * another; a call in progress at the end has not ended.
 */
export const simulateTracks = (plan: FleetPlan, draw: RandomSource): VesselTracks => {
  const ports = portsOf(plan)
  const freeAt = new Map(ports.map(({ code, berths }) => [code, berths.map(() => 0)]))
  const start = plan.start.epochMilliseconds / 1000
  const end = start + plan.days * 24 * HOUR_SECONDS
  const vessels = Array.from({ length: plan.vessels }, (_, index): SailingVessel => {
    const { centre } = ports[index % ports.length] ?? NO_PORT
    return { index, segments: [], at: start, position: offsetPosition(centre, -50, 30 * (2 * draw() - 1)) }
  })
  for (const vessel of vessels) stayUntil(vessel, start + HOUR_SECONDS * 48 * draw(), "pause")
  const calls: Array<TrueCall> = []
  const underWay = [...vessels]
  while (underWay.length > 0) {
    underWay.sort((a, b) => b.at - a.at)
    const vessel = underWay.pop()
    const port = pickRandom(ports, draw)
    if (vessel === undefined || port === undefined || vessel.at >= end) continue
    const call = callAtPort(vessel, port, freeAt.get(port.code) ?? [], draw)
    if (call === undefined) continue
    calls.push({ ...call, endedAt: depart(vessel, port, ports, plan, draw) })
    underWay.push(vessel)
  }
  return { segments: vessels.map(({ segments }) => segments), calls }
}
