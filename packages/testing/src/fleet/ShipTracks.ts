import { greatCircleDistance, toKilometres } from "@landfall/core/geo/Distance"
import type { Latitude, Longitude, Position } from "@landfall/core/geo/Position"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Brand } from "effect"
import { type FleetPlan, offsetPosition, PORT_RADIUS_KM, portsOf, type SimulatedPort } from "./FleetPlan.ts"

// A position between two nearby valid ones is valid.
const latitude = Brand.nominal<Latitude>()
const longitude = Brand.nominal<Longitude>()

/** Returns a pseudo-random number in [0, 1). */
export type Draw = () => number

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
  readonly ship: number
  readonly port: Unlocode
  readonly startedAt: number
  readonly endedAt: number
  readonly stays: ReadonlyArray<TrueStay>
}

/** The simulated tracks and calls of all vessels. */
export interface ShipTracks {
  readonly segments: ReadonlyArray<ReadonlyArray<TrackSegment>>
  readonly calls: ReadonlyArray<TrueCall>
}

const HOUR_SECONDS = 3600
const CRUISE_KM_PER_SECOND = (14 * 1.852) / HOUR_SECONDS
const HARBOUR_KM_PER_SECOND = (9 * 1.852) / HOUR_SECONDS
const PAUSE_SECONDS = 360

const kmBetween = (from: Position, to: Position): number => toKilometres(greatCircleDistance(from, to))

interface ShipState {
  readonly ship: number
  readonly segments: Array<TrackSegment>
  at: number
  position: Position
}

const sailTo = (ship: ShipState, to: Position, kmPerSecond: number): void => {
  const arrival = ship.at + kmBetween(ship.position, to) / kmPerSecond
  ship.segments.push({ from: ship.at, to: arrival, start: ship.position, end: to, activity: "moving" })
  ship.at = arrival
  ship.position = to
}

const stayUntil = (ship: ShipState, until: number, activity: TrackSegment["activity"]): void => {
  if (until <= ship.at) return
  ship.segments.push({ from: ship.at, to: until, start: ship.position, end: ship.position, activity })
  ship.at = until
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

const randomPositionNear = (centre: Position, km: number, draw: Draw): Position =>
  offsetPosition(centre, (2 * draw() - 1) * km, (2 * draw() - 1) * km)

/** Simulates a call: waiting at the anchorage while no berth is free, then the stay at berth. */
const callAtPort = (ship: ShipState, port: SimulatedPort, freeAt: Array<number>, draw: Draw): TrueCall | undefined => {
  const berth = freeAt.indexOf(Math.min(...freeAt))
  const [free, place] = [freeAt[berth], port.berths[berth]]
  if (free === undefined || place === undefined) return undefined
  const stays: Array<TrueStay> = []
  const direct = ship.at + kmBetween(ship.position, place) / CRUISE_KM_PER_SECOND
  if (direct < free) {
    sailTo(ship, randomPositionNear(port.anchorage, 1.5, draw), CRUISE_KM_PER_SECOND)
    const from = ship.at
    const shift = kmBetween(ship.position, place) / HARBOUR_KM_PER_SECOND
    stayUntil(ship, Math.max(from + HOUR_SECONDS, free - shift), "anchorage")
    stays.push({ kind: "anchorage", from, to: ship.at })
    sailTo(ship, place, HARBOUR_KM_PER_SECOND)
  } else {
    sailTo(ship, place, CRUISE_KM_PER_SECOND)
  }
  const berthedAt = ship.at
  stayUntil(ship, berthedAt + HOUR_SECONDS * (6 + 42 * draw()), "berth")
  stays.push({ kind: "berth", from: berthedAt, to: ship.at })
  freeAt[berth] = ship.at + HOUR_SECONDS / 2
  return { ship: ship.ship, port: port.code, startedAt: stays[0]?.from ?? berthedAt, endedAt: 0, stays }
}

const pickRandom = <A>(choices: ReadonlyArray<A>, draw: Draw): A | undefined =>
  choices[Math.floor(draw() * choices.length)]

const depart = (
  ship: ShipState,
  from: SimulatedPort,
  ports: ReadonlyArray<SimulatedPort>,
  plan: FleetPlan,
  draw: Draw
) => {
  const departure = ship.segments.length
  if (draw() < plan.transitShare) {
    const via = pickRandom(ports, draw)
    if (via !== undefined && via !== from) {
      sailTo(ship, offsetPosition(via.centre, 1.5, 0), HARBOUR_KM_PER_SECOND)
      stayUntil(ship, ship.at + PAUSE_SECONDS, "pause")
    }
  }
  // Sails into open water, away from all ports.
  sailTo(ship, offsetPosition(ship.position, -40 - 20 * draw(), 4 * draw()), CRUISE_KM_PER_SECOND)
  const first = ship.segments[departure]
  return first === undefined ? ship.at : exitTime(first, from.centre)
}

const NO_PORT = { centre: { latitude: latitude(0), longitude: longitude(0) } }

/**
 * Simulates port calls until the end of the plan. Berths are assigned in order of arrival, so vessels wait for one
 * another; a call in progress at the end has not ended.
 */
export const simulateTracks = (plan: FleetPlan, draw: Draw): ShipTracks => {
  const ports = portsOf(plan)
  const freeAt = new Map(ports.map(({ code, berths }) => [code, berths.map(() => 0)]))
  const start = plan.start.epochMilliseconds / 1000
  const end = start + plan.days * 24 * HOUR_SECONDS
  const sailors = Array.from({ length: plan.ships }, (_, ship): ShipState => {
    const { centre } = ports[ship % ports.length] ?? NO_PORT
    return { ship, segments: [], at: start, position: offsetPosition(centre, -50, 30 * (2 * draw() - 1)) }
  })
  for (const ship of sailors) stayUntil(ship, start + HOUR_SECONDS * 48 * draw(), "pause")
  const calls: Array<TrueCall> = []
  const under = [...sailors]
  while (under.length > 0) {
    under.sort((a, b) => b.at - a.at)
    const ship = under.pop()
    const port = pickRandom(ports, draw)
    if (ship === undefined || port === undefined || ship.at >= end) continue
    const call = callAtPort(ship, port, freeAt.get(port.code) ?? [], draw)
    if (call === undefined) continue
    calls.push({ ...call, endedAt: depart(ship, port, ports, plan, draw) })
    under.push(ship)
  }
  return { segments: sailors.map(({ segments }) => segments), calls }
}
