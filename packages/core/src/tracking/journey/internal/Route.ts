import type { PortRole } from "../JourneyParts.ts"
import { ACTUAL_RANK, type Movement } from "./Movement.ts"
import type { PortVisit } from "./PortVisits.ts"
import { winnerOf } from "./Precedence.ts"

/** The role of a port visit. `through`: the ship calls and the container stays on board. */
type SeaRole = PortRole | "through"

/** A port visit with its role and ships. */
export interface RoutedVisit {
  readonly visit: PortVisit
  readonly role: PortRole
  /** The ship that brings the container; empty when unknown. */
  readonly inboundShip: string
  /** The ship that takes the container away; empty when unknown. */
  readonly outboundShip: string
}

const shipsOf = (movements: ReadonlyArray<Movement>): ReadonlyArray<string> => [
  ...new Set(movements.map((movement) => movement.vessel).filter((ship) => ship !== ""))
]

/** The ship of the winning movement, among those that name a ship. */
const winningShipOf = (movements: ReadonlyArray<Movement>): string =>
  winnerOf(movements.filter((movement) => movement.vessel !== ""))?.vessel ?? ""

/** The ship of a list with exactly one; else empty. */
const onlyShip = (ships: ReadonlyArray<string>): string => (ships.length === 1 ? (ships[0] ?? "") : "")

/**
 * The ship from one visit to the next: the one on which the container is loaded, else the one that calls at both ports.
 */
const outboundShipOf = (from: PortVisit, to: PortVisit | undefined): string => {
  const loaded = winningShipOf(from.LOAD)
  if (loaded !== "") return loaded
  const leaving = shipsOf(from.DEPA)
  if (to === undefined) return onlyShip(leaving)
  const arriving = shipsOf([...to.ARRI, ...to.DISC])
  return onlyShip(leaving.filter((ship) => arriving.includes(ship))) || onlyShip(leaving)
}

/**
 * The ship that brings the container to a visit: the outbound ship of the previous visit, when it arrives here; else
 * the ship of the discharge, or the only ship that arrives, after a transhipment that no event reports.
 */
const inboundShipOf = (from: PortVisit | undefined, to: PortVisit): string => {
  const outbound = from === undefined ? "" : outboundShipOf(from, to)
  const arriving = shipsOf([...to.ARRI, ...to.DISC])
  if (outbound !== "" && arriving.includes(outbound)) return outbound
  return winningShipOf(to.DISC) || onlyShip(arriving)
}

const hasActual = ({ ARRI, DISC, LOAD, DEPA }: PortVisit): boolean =>
  [...ARRI, ...DISC, ...LOAD, ...DEPA].some((movement) => movement.rank === ACTUAL_RANK)

const isInboundPort = (visit: PortVisit): boolean => visit.ARRI.length > 0 || visit.DISC.length > 0

const isOutboundPort = (visit: PortVisit): boolean => visit.LOAD.length > 0 || visit.DEPA.length > 0

/**
 * Whether the container continues by sea from the last port at which it arrives. After the trip only actual loads
 * count.
 */
const continuesBySea = (visit: PortVisit, ended: boolean): boolean => {
  if (ended) return visit.LOAD.some((load) => load.rank === ACTUAL_RANK)
  const arriving = shipsOf([...visit.ARRI, ...visit.DISC])
  return visit.LOAD.length > 0 || (arriving.length > 0 && shipsOf(visit.DEPA).some((ship) => !arriving.includes(ship)))
}

/**
 * Finds the first POL, which is the first outbound port, and the final POD, which is the last inbound port; -1 for an
 * unknown one. A port with a discharge is not the first POL. A port from which the container continues is not the final
 * POD: the next port is not reported yet.
 */
const findRouteEnds = (visits: ReadonlyArray<PortVisit>, ended: boolean): { pol: number; pod: number } => {
  const firstOutbound = visits.findIndex(isOutboundPort)
  const first = visits[firstOutbound]
  const pol = first === undefined || first.DISC.length > 0 ? -1 : firstOutbound
  const lastInbound = visits.findLastIndex((visit, index) => index > pol && isInboundPort(visit))
  const last = visits[lastInbound]
  const continues =
    last === undefined ||
    continuesBySea(last, ended) ||
    visits.some((visit, index) => index > lastInbound && isOutboundPort(visit))
  return { pol, pod: continues ? -1 : lastInbound }
}

/** Whether a visit is a transhipment: the container is discharged or loaded there, or the ship changes. */
const isTranshipment = (visit: PortVisit, inboundShip: string, outboundShip: string): boolean =>
  visit.DISC.length > 0 ||
  visit.LOAD.length > 0 ||
  (inboundShip !== "" && outboundShip !== "" && inboundShip !== outboundShip)

/** Decides the role of each visit: first POL, transhipment, final POD or through. */
const rolesOf = (visits: ReadonlyArray<PortVisit>, ended: boolean): ReadonlyArray<SeaRole> => {
  const { pol, pod } = findRouteEnds(visits, ended)
  return visits.map((visit, index) => {
    if (index === pol) return "first-pol"
    if (index === pod) return "final-pod"
    const isBetween = index > pol && (pod < 0 || index < pod) && (pol >= 0 || isInboundPort(visit))
    if (!isBetween) return "through"
    const [inboundShip, outboundShip] = [
      inboundShipOf(visits[index - 1], visit),
      outboundShipOf(visit, visits[index + 1])
    ]
    return isTranshipment(visit, inboundShip, outboundShip) ? "transhipment" : "through"
  })
}

/**
 * The port visits of a route with their roles, in journey order; `through` visits are left out. A trip that `ended` has
 * only visits with an actual movement.
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
