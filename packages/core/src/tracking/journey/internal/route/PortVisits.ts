import { Option } from "effect"
import type { Place } from "../../../carriers/CarrierEvent.ts"
import { ACTUAL_RANK, isInbound, isPortTerminal, type Movement } from "../movements/Movement.ts"
import { isSuperseded, latestActualDate } from "../vessels/SeaMovements.ts"
import { isSamePort } from "./PortComplexes.ts"

/**
 * Step 5 of derivation: one visit of the container to a sea port, with the movements of its inbound and outbound vessels.
 */
export interface PortVisit {
  readonly port: string
  readonly place: Place
  /** 1 for the first visit to this port, 2 for the second. */
  readonly visit: number
  readonly earliest: number
  readonly ARRI: Array<Movement>
  readonly DISC: Array<Movement>
  readonly LOAD: Array<Movement>
  readonly DEPA: Array<Movement>
  /** Superseded plans and estimates: they date no milestone and appear only in its history. */
  readonly superseded: Array<Movement>
}

/** The place of a movement, under the code of its port: see `withOneCodePerPort`. */
const placeOf = ({ place, port }: Movement): Place =>
  place.unlocode === port ? place : { ...place, unlocode: port, name: Option.none() }

const openVisit = (movement: Movement, visit: number): PortVisit => ({
  port: movement.port,
  place: placeOf(movement),
  visit,
  earliest: movement.at,
  ARRI: [],
  DISC: [],
  LOAD: [],
  DEPA: [],
  superseded: []
})

/**
 * The visit to the port of discharge by the documents that the container left by the gate of its terminal, where nothing else is known
 * there and nothing was reported by land before: a vessel that no event reports brought it there.
 */
export const visitsAtGate = (
  sea: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>,
  isDestination: (port: string) => boolean
): ReadonlyArray<PortVisit> => {
  const last = sea.findLast(({ rank }) => rank === ACTUAL_RANK)
  const out = land.find(({ rank, at }) => rank === ACTUAL_RANK && last !== undefined && at >= last.at)
  if (out?.code !== "OUT" || !isPortTerminal(out.place) || !isDestination(out.port)) return []
  return sea.some(({ port }) => isSamePort(port, out.port)) ? [] : [openVisit(out, 1)]
}

/** The actual date on which the container was loaded or departed; undefined before that. */
const departedAt = (visit: PortVisit): number | undefined =>
  [...visit.LOAD, ...visit.DEPA].find((movement) => movement.rank === ACTUAL_RANK)?.at

/** Whether the vessel returned with the container on board: it actually called elsewhere since its actual arrival. */
const returnsOnBoard = (visit: PortVisit, movement: Movement, sea: ReadonlyArray<Movement>): boolean => {
  if (movement.code !== "ARRI" || movement.vessel === "" || visit.DISC.length > 0) return false
  const arrived = visit.ARRI.find(({ rank, vessel }) => rank === ACTUAL_RANK && vessel === movement.vessel)
  return (
    arrived !== undefined &&
    sea.some(
      ({ code, rank, port, vessel, at }) =>
        code === "ARRI" &&
        rank === ACTUAL_RANK &&
        vessel === movement.vessel &&
        port !== visit.port &&
        arrived.at < at &&
        at < movement.at
    )
  )
}

/** Whether a movement begins another visit: the container left the port, and a movement elsewhere followed. */
const returnsToPort = (visit: PortVisit, movement: Movement, sea: ReadonlyArray<Movement>): boolean => {
  const departure = departedAt(visit)
  if (departure === undefined) return returnsOnBoard(visit, movement, sea)
  return (
    isInbound(movement) &&
    sea.some((other) => other.port !== visit.port && other.at > departure && other.at < movement.at)
  )
}

const addMovement = (visit: PortVisit, movement: Movement): void => {
  if (movement.code !== "IN" && movement.code !== "OUT") visit[movement.code].push(movement)
}

/**
 * The plan of a first leg that is never reported: a vessel was to take the container from the port at whose gate it was last, to
 * the port where it was loaded then. It went by sea, because no train, truck or barge brought it there.
 */
export const unreportedFirstLeg = (
  sea: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>
): ReadonlyArray<Movement> => {
  const first = sea.find(({ rank }) => rank === ACTUAL_RANK)
  const gate = land.findLast(({ rank, at }) => rank === ACTUAL_RANK && at < (first?.at ?? 0))
  if (first === undefined || (gate !== undefined && gate.code !== "IN")) return []
  const from = ({ port }: Movement): boolean => port !== first.port && port === (gate?.port ?? port)
  const leaves = sea.filter((movement) => movement.at < first.at && movement.code === "DEPA" && from(movement))
  if (leaves.length === 0) return []
  const arrives = sea.filter(({ code, port, at }) => code === "ARRI" && port === first.port && at < first.at)
  return [...leaves, ...arrives].filter(({ vessel }) =>
    [leaves, arrives].every((calls) => calls.some((call) => call.vessel === vessel))
  )
}

/**
 * Groups sea movements, in order of date, into port visits. All movements at a port are one visit unless the container
 * actually left in between, so that estimates in the wrong order do not split a visit. `unreported` are plans that count though
 * their dates have passed.
 */
export const portVisits = (
  sea: ReadonlyArray<Movement>,
  unreported: ReadonlyArray<Movement> = []
): ReadonlyArray<PortVisit> => {
  const newest = latestActualDate(sea)
  const visits: Array<PortVisit> = []
  const current = new Map<string, PortVisit>()
  const superseded: Array<Movement> = []
  for (const movement of sea) {
    if (isSuperseded(movement, newest) && !unreported.includes(movement)) {
      superseded.push(movement)
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
  for (const movement of superseded) {
    const atPort = visits.filter((visit) => visit.port === movement.port)
    const visit = atPort.findLast((visit) => visit.earliest <= movement.at) ?? atPort[0]
    visit?.superseded.push(movement)
  }
  return orderVisits(visits)
}

const vesselsOf = (movements: ReadonlyArray<Movement>): ReadonlySet<string> =>
  new Set(movements.map((movement) => movement.vessel))

/** The movements of vessels that take the container away, as this visit alone shows. */
const departures = (visit: PortVisit): ReadonlyArray<Movement> => {
  const arriving = vesselsOf([...visit.ARRI, ...visit.DISC])
  return [...visit.LOAD, ...visit.DEPA.filter(({ vessel }) => !arriving.has(vessel))].filter(
    ({ vessel }) => vessel !== ""
  )
}

/** The movements of vessels that bring the container, as this visit alone shows. */
const arrivals = (visit: PortVisit): ReadonlyArray<Movement> => {
  const leaving = vesselsOf([...visit.LOAD, ...visit.DEPA])
  return [...visit.DISC, ...visit.ARRI.filter(({ vessel }) => !leaving.has(vessel))].filter(
    ({ vessel }) => vessel !== ""
  )
}

interface VisitEnds {
  readonly visit: PortVisit
  readonly departures: ReadonlyArray<Movement>
  readonly arrivals: ReadonlyArray<Movement>
}

/** Whether both movements are of one vessel on one leg. When both are actual, the departure must not be later. */
const isSameLeg = (leaves: Movement, arrives: Movement): boolean =>
  leaves.vessel === arrives.vessel &&
  (leaves.rank !== ACTUAL_RANK || arrives.rank !== ACTUAL_RANK || leaves.at <= arrives.at)

const carriesTo = (from: VisitEnds, to: VisitEnds): boolean =>
  from.departures.some((leaves) => to.arrivals.some((arrives) => isSameLeg(leaves, arrives)))

const precedes = (a: VisitEnds, b: VisitEnds): boolean => carriesTo(a, b) && !carriesTo(b, a)

/**
 * Orders visits by their earliest date, but never a vessel's port of discharge before its port of loading. Dates alone
 * mislead when the carrier has reported a delay for one port and not yet for the next.
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
