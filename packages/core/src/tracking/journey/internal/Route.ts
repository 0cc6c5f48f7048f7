import { ACTUAL_RANK, type Movement } from "./Movement.ts"
import type { PortVisit } from "./PortVisits.ts"
import { winnerOf } from "./Precedence.ts"

/** What a port is to the box. At a port called `through`, the ship calls and the box stays on board. */
type SeaRole = PortRole | "through"

export type PortRole = "first-pol" | "transhipment" | "final-pod"

export interface RoutedVisit {
  readonly visit: PortVisit
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
const winningShipOf = (movements: ReadonlyArray<Movement>): string =>
  winnerOf(movements.filter((movement) => movement.vessel !== ""))?.vessel ?? ""

/** The one ship of a list, else empty. */
const onlyShip = (ships: ReadonlyArray<string>): string => (ships.length === 1 ? (ships[0] ?? "") : "")

/** The ship that takes the box from one stay to the next: the one it boards, else the one that calls at both. */
const outboundShipOf = (from: PortVisit, to: PortVisit | undefined): string => {
  const loaded = winningShipOf(from.LOAD)
  if (loaded !== "") return loaded
  const leaving = shipsOf(from.DEPA)
  if (to === undefined) return onlyShip(leaving)
  const arriving = shipsOf([...to.ARRI, ...to.DISC])
  return onlyShip(leaving.filter((ship) => arriving.includes(ship))) || onlyShip(leaving)
}

/**
 * The ship that brings the box to a stay: the one that took it from the stay before, where that one arrives here; else
 * the one it is discharged from, or the only one that arrives, after a change of ships that nobody told of.
 */
const inboundShipOf = (from: PortVisit | undefined, to: PortVisit): string => {
  const taken = from === undefined ? "" : outboundShipOf(from, to)
  const arriving = shipsOf([...to.ARRI, ...to.DISC])
  if (taken !== "" && arriving.includes(taken)) return taken
  return winningShipOf(to.DISC) || onlyShip(arriving)
}

const hasActual = ({ ARRI, DISC, LOAD, DEPA }: PortVisit): boolean =>
  [...ARRI, ...DISC, ...LOAD, ...DEPA].some((movement) => movement.rank === ACTUAL_RANK)

const isInboundPort = (visit: PortVisit): boolean => visit.ARRI.length > 0 || visit.DISC.length > 0

const isOutboundPort = (visit: PortVisit): boolean => visit.LOAD.length > 0 || visit.DEPA.length > 0

/** Whether the box goes on by sea from the last port it is known to arrive at. A plan to go on ends with the trip. */
const continuesBySea = (visit: PortVisit, ended: boolean): boolean => {
  if (ended) return visit.LOAD.some((load) => load.rank === ACTUAL_RANK)
  const arriving = shipsOf([...visit.ARRI, ...visit.DISC])
  return visit.LOAD.length > 0 || (arriving.length > 0 && shipsOf(visit.DEPA).some((ship) => !arriving.includes(ship)))
}

/**
 * First outbound port = first POL, last inbound port = final POD. A port where the box was landed is no port of first
 * loading, and a port from which it goes on is no final port: what lies beyond is not known yet.
 */
const findRouteEnds = (visits: ReadonlyArray<PortVisit>, ended: boolean): { pol: number; pod: number } => {
  const firstOutbound = visits.findIndex(isOutboundPort)
  const first = visits[firstOutbound]
  const pol = first === undefined || first.DISC.length > 0 ? -1 : firstOutbound
  const lastInbound = visits.findLastIndex((visit, index) => index > pol && isInboundPort(visit))
  const last = visits[lastInbound]
  const onward =
    last === undefined ||
    continuesBySea(last, ended) ||
    visits.some((visit, index) => index > lastInbound && isOutboundPort(visit))
  return { pol, pod: onward ? -1 : lastInbound }
}

/** A port is a transhipment only where the box is discharged or loaded, or the ship changes. */
const isTranshipment = (visit: PortVisit, inboundShip: string, outboundShip: string): boolean =>
  visit.DISC.length > 0 ||
  visit.LOAD.length > 0 ||
  (inboundShip !== "" && outboundShip !== "" && inboundShip !== outboundShip)

const rolesOf = (visits: ReadonlyArray<PortVisit>, ended: boolean): ReadonlyArray<SeaRole> => {
  const { pol, pod } = findRouteEnds(visits, ended)
  return visits.map((visit, index) => {
    if (index === pol) return "first-pol"
    if (index === pod) return "final-pod"
    const inside = index > pol && (pod < 0 || index < pod) && (pol >= 0 || isInboundPort(visit))
    if (!inside) return "through"
    const [inboundShip, outboundShip] = [
      inboundShipOf(visits[index - 1], visit),
      outboundShipOf(visit, visits[index + 1])
    ]
    return isTranshipment(visit, inboundShip, outboundShip) ? "transhipment" : "through"
  })
}

/**
 * The stays at which something happens to the box, in the order of the journey. A trip that has `ended` went nowhere
 * else than where it is known to have been.
 */
export const routeOf = (planned: ReadonlyArray<PortVisit>, ended: boolean): ReadonlyArray<RoutedVisit> => {
  const visits = ended ? planned.filter(hasActual) : planned
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
        inboundShip: role === "first-pol" ? "" : inboundShipOf(stops[stop - 1], visit),
        outboundShip: role === "final-pod" ? "" : outboundShipOf(visit, stops[stop + 1])
      }
    ]
  })
}
