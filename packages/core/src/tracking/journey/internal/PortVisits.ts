import type { Place } from "../../carriers/CarrierEvent.ts"
import { ACTUAL_RANK, type Movement } from "./Movement.ts"
import { isSuperseded, latestActualDate } from "./SeaMovements.ts"

/** One stay at a sea port: the ship that brings the box, and the ship that takes it away. */
export interface PortVisit {
  readonly port: string
  readonly place: Place
  /** 1 for the first stay at this port, 2 for the second. */
  readonly visit: number
  readonly earliest: number
  readonly ARRI: Array<Movement>
  readonly DISC: Array<Movement>
  readonly LOAD: Array<Movement>
  readonly DEPA: Array<Movement>
  /** Overtaken plans and estimates: they date nothing any more and are kept for the history alone. */
  readonly superseded: Array<Movement>
}

export const isInbound = (movement: Movement): boolean => movement.code === "ARRI" || movement.code === "DISC"

const openVisit = (movement: Movement, visit: number): PortVisit => ({
  port: movement.port,
  place: movement.place,
  visit,
  earliest: movement.at,
  ARRI: [],
  DISC: [],
  LOAD: [],
  DEPA: [],
  superseded: []
})

/** When the box has actually left, as far as the visit shows; undefined while it has not. */
const departedAt = (visit: PortVisit): number | undefined =>
  [...visit.LOAD, ...visit.DEPA].find((movement) => movement.rank === ACTUAL_RANK)?.at

/** A box comes back to a port when it has left it and something happened elsewhere since. */
const returnsToPort = (visit: PortVisit, movement: Movement, sea: ReadonlyArray<Movement>): boolean => {
  const left = departedAt(visit)
  return (
    left !== undefined &&
    isInbound(movement) &&
    sea.some((other) => other.port !== visit.port && other.at > left && other.at < movement.at)
  )
}

const addMovement = (visit: PortVisit, movement: Movement): void => {
  if (movement.code !== "IN" && movement.code !== "OUT") visit[movement.code].push(movement)
}

/**
 * Groups ship movements, in order of date, into stays at ports. All movements at a port are one stay unless the box
 * has actually left it in between, so that an estimate that runs ahead of another cannot tear a stay apart.
 */
export const portVisits = (sea: ReadonlyArray<Movement>): ReadonlyArray<PortVisit> => {
  const newest = latestActualDate(sea)
  const visits: Array<PortVisit> = []
  const current = new Map<string, PortVisit>()
  const stale: Array<Movement> = []
  for (const movement of sea) {
    if (isSuperseded(movement, newest)) {
      stale.push(movement)
      continue
    }
    let visit = current.get(movement.port)
    if (visit === undefined || returnsToPort(visit, movement, sea)) {
      visit = openVisit(movement, (visit?.visit ?? 0) + 1)
      current.set(movement.port, visit)
      visits.push(visit)
    }
    addMovement(visit, movement)
  }
  for (const movement of stale) {
    const atPort = visits.filter((visit) => visit.port === movement.port)
    const visit = atPort.findLast((visit) => visit.earliest <= movement.at) ?? atPort[0]
    visit?.superseded.push(movement)
  }
  return orderVisits(visits)
}

const shipsOf = (movements: ReadonlyArray<Movement>): ReadonlySet<string> =>
  new Set(movements.map((movement) => movement.vessel))

/** The movements with which a ship takes the box away, as far as the visit alone can tell. */
const departures = (visit: PortVisit): ReadonlyArray<Movement> => {
  const arriving = shipsOf([...visit.ARRI, ...visit.DISC])
  return [...visit.LOAD, ...visit.DEPA.filter(({ vessel }) => !arriving.has(vessel))].filter(
    ({ vessel }) => vessel !== ""
  )
}

/** The movements with which a ship brings the box, as far as the visit alone can tell. */
const arrivals = (visit: PortVisit): ReadonlyArray<Movement> => {
  const leaving = shipsOf([...visit.LOAD, ...visit.DEPA])
  return [...visit.DISC, ...visit.ARRI.filter(({ vessel }) => !leaving.has(vessel))].filter(
    ({ vessel }) => vessel !== ""
  )
}

interface VisitEnds {
  readonly visit: PortVisit
  readonly departures: ReadonlyArray<Movement>
  readonly arrivals: ReadonlyArray<Movement>
}

/** Whether one ship leaves here and arrives there. When both have happened, their dates decide. */
const isSameLeg = (leaves: Movement, arrives: Movement): boolean =>
  leaves.vessel === arrives.vessel &&
  (leaves.rank !== ACTUAL_RANK || arrives.rank !== ACTUAL_RANK || leaves.at <= arrives.at)

const carriesTo = (from: VisitEnds, to: VisitEnds): boolean =>
  from.departures.some((leaves) => to.arrivals.some((arrives) => isSameLeg(leaves, arrives)))

const precedes = (a: VisitEnds, b: VisitEnds): boolean => carriesTo(a, b) && !carriesTo(b, a)

/**
 * Stays in the order of the journey: by their earliest date, but never the port a ship brings the box to before the
 * port it takes it from. Dates alone mislead when a delay is known for one port and not yet for the next.
 */
const orderVisits = (visits: ReadonlyArray<PortVisit>): ReadonlyArray<PortVisit> => {
  const remaining = visits.map(
    (visit): VisitEnds => ({ visit, departures: departures(visit), arrivals: arrivals(visit) })
  )
  if (!remaining.some((visit, index) => remaining.some((later, at) => at > index && precedes(later, visit))))
    return visits
  const ordered: Array<PortVisit> = []
  while (remaining.length > 0) {
    const free = remaining.findIndex((visit) => !remaining.some((other) => other !== visit && precedes(other, visit)))
    ordered.push(...remaining.splice(Math.max(free, 0), 1).map((next) => next.visit))
  }
  return ordered
}
