import { greatCircleDistance, toKilometres } from "@landfall/core/geo/Distance"
import type { Latitude, Longitude, Position } from "@landfall/core/geo/Position"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Brand } from "effect"
import { type FleetPlan, offsetPosition, PORT_RADIUS_KM, portsOf, type SimulatedPort } from "./FleetPlan.ts"

// Between two right positions that are near each other are right ones.
const latitude = Brand.nominal<Latitude>()
const longitude = Brand.nominal<Longitude>()

/** A number from 0 to below 1. */
export type Draw = () => number

/** What a ship does for a while. Times in seconds since 1970. */
export interface TrackSegment {
  readonly from: number
  readonly to: number
  readonly start: Position
  readonly end: Position
  readonly activity: "moving" | "berth" | "anchorage" | "pause"
}

/** A time that a ship truly lay still at a port. */
export interface TrueStay {
  readonly kind: "berth" | "anchorage"
  readonly from: number
  readonly to: number
}

/** A call that truly took place: from the first stop to crossing the outline of the port's area. In seconds since 1970. */
export interface TrueCall {
  readonly ship: number
  readonly port: Unlocode
  readonly startedAt: number
  readonly endedAt: number
  readonly stays: ReadonlyArray<TrueStay>
}

/** Where each ship was all the time, and the calls that it made. */
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

const sailTo = (sailor: ShipState, to: Position, kmPerSecond: number): void => {
  const arrival = sailor.at + kmBetween(sailor.position, to) / kmPerSecond
  sailor.segments.push({ from: sailor.at, to: arrival, start: sailor.position, end: to, activity: "moving" })
  sailor.at = arrival
  sailor.position = to
}

const stayUntil = (sailor: ShipState, until: number, doing: TrackSegment["activity"]): void => {
  if (until <= sailor.at) return
  sailor.segments.push({ from: sailor.at, to: until, start: sailor.position, end: sailor.position, activity: doing })
  sailor.at = until
}

/** When a ship on a leg is out of a circle, by halving: far more exact than anyone can tell. */
const exitTime = (leg: TrackSegment, middle: Position): number => {
  let [inside, outside] = [leg.from, leg.to]
  for (let round = 0; round < 40; round++) {
    const half = (inside + outside) / 2
    if (kmBetween(middle, positionAt(leg, half)) > PORT_RADIUS_KM) outside = half
    else inside = half
  }
  return outside
}

/** Where a ship is during a leg. */
export const positionAt = ({ start, end, from, to }: TrackSegment, at: number): Position => {
  const share = to === from ? 0 : (at - from) / (to - from)
  return {
    latitude: latitude(start.latitude + share * (end.latitude - start.latitude)),
    longitude: longitude(start.longitude + share * (end.longitude - start.longitude))
  }
}

const randomPositionNear = (centre: Position, km: number, draw: Draw): Position =>
  offsetPosition(centre, (2 * draw() - 1) * km, (2 * draw() - 1) * km)

/** A call: waiting at the anchorage when no berth is free, then the berth, as long as the ship likes. */
const callAtPort = (
  sailor: ShipState,
  port: SimulatedPort,
  freeAt: Array<number>,
  draw: Draw
): TrueCall | undefined => {
  const berth = freeAt.indexOf(Math.min(...freeAt))
  const [free, place] = [freeAt[berth], port.berths[berth]]
  if (free === undefined || place === undefined) return undefined
  const stays: Array<TrueStay> = []
  const direct = sailor.at + kmBetween(sailor.position, place) / CRUISE_KM_PER_SECOND
  if (direct < free) {
    sailTo(sailor, randomPositionNear(port.anchorage, 1.5, draw), CRUISE_KM_PER_SECOND)
    const from = sailor.at
    const shift = kmBetween(sailor.position, place) / HARBOUR_KM_PER_SECOND
    stayUntil(sailor, Math.max(from + HOUR_SECONDS, free - shift), "anchorage")
    stays.push({ kind: "anchorage", from, to: sailor.at })
    sailTo(sailor, place, HARBOUR_KM_PER_SECOND)
  } else {
    sailTo(sailor, place, CRUISE_KM_PER_SECOND)
  }
  const berthedAt = sailor.at
  stayUntil(sailor, berthedAt + HOUR_SECONDS * (6 + 42 * draw()), "berth")
  stays.push({ kind: "berth", from: berthedAt, to: sailor.at })
  freeAt[berth] = sailor.at + HOUR_SECONDS / 2
  return { ship: sailor.ship, port: port.code, startedAt: stays[0]?.from ?? berthedAt, endedAt: 0, stays }
}

const pickRandom = <A>(choices: ReadonlyArray<A>, draw: Draw): A | undefined =>
  choices[Math.floor(draw() * choices.length)]

const depart = (
  sailor: ShipState,
  from: SimulatedPort,
  ports: ReadonlyArray<SimulatedPort>,
  plan: FleetPlan,
  draw: Draw
) => {
  const departure = sailor.segments.length
  if (draw() < plan.transitShare) {
    const via = pickRandom(ports, draw)
    if (via !== undefined && via !== from) {
      sailTo(sailor, offsetPosition(via.centre, 1.5, 0), HARBOUR_KM_PER_SECOND)
      stayUntil(sailor, sailor.at + PAUSE_SECONDS, "pause")
    }
  }
  // Into open water, where no port is.
  sailTo(sailor, offsetPosition(sailor.position, -40 - 20 * draw(), 4 * draw()), CRUISE_KM_PER_SECOND)
  const first = sailor.segments[departure]
  return first === undefined ? sailor.at : exitTime(first, from.centre)
}

const NO_PORT = { centre: { latitude: latitude(0), longitude: longitude(0) } }

/**
 * Lets ships call at ports until the plan's time is over. Berths are given to whoever comes first, so that ships wait for
 * one another; a call that is not over by then has not ended.
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
  for (const sailor of sailors) stayUntil(sailor, start + HOUR_SECONDS * 48 * draw(), "pause")
  const calls: Array<TrueCall> = []
  const under = [...sailors]
  while (under.length > 0) {
    under.sort((a, b) => b.at - a.at)
    const sailor = under.pop()
    const port = pickRandom(ports, draw)
    if (sailor === undefined || port === undefined || sailor.at >= end) continue
    const call = callAtPort(sailor, port, freeAt.get(port.code) ?? [], draw)
    if (call === undefined) continue
    calls.push({ ...call, endedAt: depart(sailor, port, ports, plan, draw) })
    under.push(sailor)
  }
  return { segments: sailors.map(({ segments }) => segments), calls }
}
