import { ACTUAL, type Movement } from "./Movement.ts"
import type { Visit } from "./PortVisits.ts"
import { winnerOf } from "./Precedence.ts"

/** What a port is to the box. At a port called `through`, the ship calls and the box stays on board. */
type SeaRole = PortRole | "through"

export type PortRole = "first-pol" | "transhipment" | "final-pod"

export interface RoutedVisit {
  readonly visit: Visit
  readonly role: PortRole
  /** The ship that brings the box here; empty when unknown. */
  readonly inboundShip: string
  /** The ship that takes it away; empty when unknown. */
  readonly outboundShip: string
}

const shipsOf = (movements: ReadonlyArray<Movement>): ReadonlyArray<string> => [
  ...new Set(movements.map((movement) => movement.vessel).filter((ship) => ship !== ""))
]

/** The ship of the movement that counts, among those that name one. */
const shipOf = (movements: ReadonlyArray<Movement>): string =>
  winnerOf(movements.filter((movement) => movement.vessel !== ""))?.vessel ?? ""

/** The one ship of a list, else empty. */
const sole = (ships: ReadonlyArray<string>): string => (ships.length === 1 ? (ships[0] ?? "") : "")

/** The ship that takes the box from one stay to the next: the one it boards, else the one that calls at both. */
const shipFrom = (from: Visit, to: Visit | undefined): string => {
  const loaded = shipOf(from.LOAD)
  if (loaded !== "") return loaded
  const leaving = shipsOf(from.DEPA)
  if (to === undefined) return sole(leaving)
  const arriving = shipsOf([...to.ARRI, ...to.DISC])
  return sole(leaving.filter((ship) => arriving.includes(ship))) || sole(leaving)
}

/**
 * The ship that brings the box to a stay: the one that took it from the stay before, where that one arrives here; else
 * the one it is discharged from, or the only one that arrives, after a change of ships that nobody told of.
 */
const shipTo = (from: Visit | undefined, to: Visit): string => {
  const taken = from === undefined ? "" : shipFrom(from, to)
  const arriving = shipsOf([...to.ARRI, ...to.DISC])
  if (taken !== "" && arriving.includes(taken)) return taken
  return shipOf(to.DISC) || sole(arriving)
}

const hasHappened = ({ ARRI, DISC, LOAD, DEPA }: Visit): boolean =>
  [...ARRI, ...DISC, ...LOAD, ...DEPA].some((movement) => movement.rank === ACTUAL)

const isInboundPort = (visit: Visit): boolean => visit.ARRI.length > 0 || visit.DISC.length > 0

const isOutboundPort = (visit: Visit): boolean => visit.LOAD.length > 0 || visit.DEPA.length > 0

/** Whether the box goes on by sea from the last port it is known to arrive at. A plan to go on ends with the trip. */
const goesOn = (visit: Visit, ended: boolean): boolean => {
  if (ended) return visit.LOAD.some((load) => load.rank === ACTUAL)
  const arriving = shipsOf([...visit.ARRI, ...visit.DISC])
  return visit.LOAD.length > 0 || (arriving.length > 0 && shipsOf(visit.DEPA).some((ship) => !arriving.includes(ship)))
}

/**
 * First outbound port = first POL, last inbound port = final POD. A port where the box was landed is no port of first
 * loading, and a port from which it goes on is no final port: what lies beyond is not known yet.
 */
const ends = (visits: ReadonlyArray<Visit>, ended: boolean): { pol: number; pod: number } => {
  const firstOutbound = visits.findIndex(isOutboundPort)
  const first = visits[firstOutbound]
  const pol = first === undefined || first.DISC.length > 0 ? -1 : firstOutbound
  const lastInbound = visits.findLastIndex((visit, index) => index > pol && isInboundPort(visit))
  const last = visits[lastInbound]
  const onward =
    last === undefined ||
    goesOn(last, ended) ||
    visits.some((visit, index) => index > lastInbound && isOutboundPort(visit))
  return { pol, pod: onward ? -1 : lastInbound }
}

/** A port is a transhipment only where the box is discharged or loaded, or the ship changes. */
const isTranshipment = (visit: Visit, inboundShip: string, outboundShip: string): boolean =>
  visit.DISC.length > 0 ||
  visit.LOAD.length > 0 ||
  (inboundShip !== "" && outboundShip !== "" && inboundShip !== outboundShip)

const rolesOf = (visits: ReadonlyArray<Visit>, ended: boolean): ReadonlyArray<SeaRole> => {
  const { pol, pod } = ends(visits, ended)
  return visits.map((visit, index) => {
    if (index === pol) return "first-pol"
    if (index === pod) return "final-pod"
    const inside = index > pol && (pod < 0 || index < pod) && (pol >= 0 || isInboundPort(visit))
    if (!inside) return "through"
    const [inboundShip, outboundShip] = [shipTo(visits[index - 1], visit), shipFrom(visit, visits[index + 1])]
    return isTranshipment(visit, inboundShip, outboundShip) ? "transhipment" : "through"
  })
}

/**
 * The stays at which something happens to the box, in the order of the journey. A trip that has `ended` went nowhere
 * else than where it is known to have been.
 */
export const routeOf = (planned: ReadonlyArray<Visit>, ended: boolean): ReadonlyArray<RoutedVisit> => {
  const visits = ended ? planned.filter(hasHappened) : planned
  const roles = rolesOf(visits, ended)
  const stops = visits.filter((_, index) => roles[index] !== "through")
  return visits.flatMap((visit, index): ReadonlyArray<RoutedVisit> => {
    const role = roles[index]
    if (role === undefined || role === "through") return []
    const stop = stops.indexOf(visit)
    return [
      {
        visit,
        role,
        inboundShip: role === "first-pol" ? "" : shipTo(stops[stop - 1], visit),
        outboundShip: role === "final-pod" ? "" : shipFrom(visit, stops[stop + 1])
      }
    ]
  })
}
