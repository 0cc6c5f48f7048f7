import type { Place } from "../../carriers/CarrierEvent.ts"
import { ACTUAL, type Movement } from "./Movement.ts"
import { isStale, newestActual } from "./SeaMovements.ts"

/** One stay at a sea port: the ship that brings the box, and the ship that takes it away. */
export interface Visit {
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
  readonly stale: Array<Movement>
}

export const isInbound = (movement: Movement): boolean => movement.code === "ARRI" || movement.code === "DISC"

const openVisit = (movement: Movement, visit: number): Visit => ({
  port: movement.port,
  place: movement.place,
  visit,
  earliest: movement.at,
  ARRI: [],
  DISC: [],
  LOAD: [],
  DEPA: [],
  stale: []
})

/** When the box has actually left, as far as the visit shows; undefined while it has not. */
const leftAt = (visit: Visit): number | undefined =>
  [...visit.LOAD, ...visit.DEPA].find((movement) => movement.rank === ACTUAL)?.at

/** A box comes back to a port when it has left it and something happened elsewhere since. */
const comesBack = (visit: Visit, movement: Movement, sea: ReadonlyArray<Movement>): boolean => {
  const left = leftAt(visit)
  return (
    left !== undefined &&
    isInbound(movement) &&
    sea.some((other) => other.port !== visit.port && other.at > left && other.at < movement.at)
  )
}

const put = (visit: Visit, movement: Movement): void => {
  if (movement.code !== "IN" && movement.code !== "OUT") visit[movement.code].push(movement)
}

/**
 * Groups ship movements, in order of date, into stays at ports. All movements at a port are one stay unless the box
 * has actually left it in between, so that an estimate that runs ahead of another cannot tear a stay apart.
 */
export const portVisits = (sea: ReadonlyArray<Movement>): ReadonlyArray<Visit> => {
  const newest = newestActual(sea)
  const visits: Array<Visit> = []
  const current = new Map<string, Visit>()
  const stale: Array<Movement> = []
  for (const movement of sea) {
    if (isStale(movement, newest)) {
      stale.push(movement)
      continue
    }
    let visit = current.get(movement.port)
    if (visit === undefined || comesBack(visit, movement, sea)) {
      visit = openVisit(movement, (visit?.visit ?? 0) + 1)
      current.set(movement.port, visit)
      visits.push(visit)
    }
    put(visit, movement)
  }
  for (const movement of stale) {
    const atPort = visits.filter((visit) => visit.port === movement.port)
    const visit = atPort.findLast((visit) => visit.earliest <= movement.at) ?? atPort[0]
    visit?.stale.push(movement)
  }
  return inOrder(visits)
}

const shipsOf = (movements: ReadonlyArray<Movement>): ReadonlySet<string> =>
  new Set(movements.map((movement) => movement.vessel))

/** The movements with which a ship takes the box away, as far as the visit alone can tell. */
const departing = (visit: Visit): ReadonlyArray<Movement> => {
  const arriving = shipsOf([...visit.ARRI, ...visit.DISC])
  return [...visit.LOAD, ...visit.DEPA.filter(({ vessel }) => !arriving.has(vessel))].filter(
    ({ vessel }) => vessel !== ""
  )
}

/** The movements with which a ship brings the box, as far as the visit alone can tell. */
const landing = (visit: Visit): ReadonlyArray<Movement> => {
  const leaving = shipsOf([...visit.LOAD, ...visit.DEPA])
  return [...visit.DISC, ...visit.ARRI.filter(({ vessel }) => !leaving.has(vessel))].filter(
    ({ vessel }) => vessel !== ""
  )
}

interface Ends {
  readonly visit: Visit
  readonly departing: ReadonlyArray<Movement>
  readonly landing: ReadonlyArray<Movement>
}

/** Whether one ship leaves here and arrives there. When both have happened, their dates decide. */
const leadsTo = (leaves: Movement, arrives: Movement): boolean =>
  leaves.vessel === arrives.vessel && (leaves.rank !== ACTUAL || arrives.rank !== ACTUAL || leaves.at <= arrives.at)

const brings = (from: Ends, to: Ends): boolean =>
  from.departing.some((leaves) => to.landing.some((arrives) => leadsTo(leaves, arrives)))

const precedes = (a: Ends, b: Ends): boolean => brings(a, b) && !brings(b, a)

/**
 * Stays in the order of the journey: by their earliest date, but never the port a ship brings the box to before the
 * port it takes it from. Dates alone mislead when a delay is known for one port and not yet for the next.
 */
const inOrder = (visits: ReadonlyArray<Visit>): ReadonlyArray<Visit> => {
  const remaining = visits.map((visit): Ends => ({ visit, departing: departing(visit), landing: landing(visit) }))
  if (!remaining.some((visit, index) => remaining.some((later, at) => at > index && precedes(later, visit))))
    return visits
  const ordered: Array<Visit> = []
  while (remaining.length > 0) {
    const free = remaining.findIndex((visit) => !remaining.some((other) => other !== visit && precedes(other, visit)))
    ordered.push(...remaining.splice(Math.max(free, 0), 1).map((next) => next.visit))
  }
  return ordered
}
