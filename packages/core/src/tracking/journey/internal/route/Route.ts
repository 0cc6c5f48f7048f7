import { Option } from "effect"
import type { PortRole, SeaLeg } from "../../JourneyParts.ts"
import { ACTUAL_RANK, type Movement } from "../movements/Movement.ts"
import { highestPrecedence } from "../movements/Precedence.ts"
import { isSamePort } from "./PortComplexes.ts"
import type { PortVisit } from "./PortVisits.ts"
import type { ExpectedPod } from "./StatedDestination.ts"

/** The role of a port visit. `through`: the vessel calls and the container stays on board. */
type SeaRole = PortRole | "through"

/** A port visit with its role and vessels. */
export interface RoutedVisit {
  readonly visit: PortVisit
  readonly role: PortRole
  /** The vessel that brings the container; empty when unknown. */
  readonly inboundVessel: string
  /** The vessel that takes the container away; empty when unknown. */
  readonly outboundVessel: string
}

const vesselsOf = (movements: ReadonlyArray<Movement>): ReadonlyArray<string> => [
  ...new Set(movements.map((movement) => movement.vessel).filter((vessel) => vessel !== ""))
]

/** The vessel of the winning movement, among those that name a vessel. */
const winningVesselOf = (movements: ReadonlyArray<Movement>): string =>
  highestPrecedence(movements.filter((movement) => movement.vessel !== ""))?.vessel ?? ""

/** The vessel of a list with exactly one; else empty. */
const onlyVessel = (vessels: ReadonlyArray<string>): string => (vessels.length === 1 ? (vessels[0] ?? "") : "")

/**
 * The vessel from one visit to the next: the one on which the container is loaded, else the one that calls at both ports.
 */
const outboundVesselOf = (from: PortVisit, to: PortVisit | undefined): string => {
  const loaded = winningVesselOf(from.LOAD)
  if (loaded !== "") return loaded
  const leaving = vesselsOf(from.DEPA)
  if (to === undefined) return onlyVessel(leaving)
  const arriving = vesselsOf([...to.ARRI, ...to.DISC])
  return onlyVessel(leaving.filter((vessel) => arriving.includes(vessel))) || onlyVessel(leaving)
}

/**
 * The vessel that brings the container to a visit: the outbound vessel of the previous visit, when it arrives here; else
 * the vessel of the discharge, or the only vessel that arrives, after a transhipment that no event reports.
 */
const inboundVesselOf = (from: PortVisit | undefined, to: PortVisit): string => {
  const outbound = from === undefined ? "" : outboundVesselOf(from, to)
  const arriving = vesselsOf([...to.ARRI, ...to.DISC])
  if (outbound !== "" && arriving.includes(outbound)) return outbound
  return winningVesselOf(to.DISC) || onlyVessel(arriving)
}

/** Whether a visit has an actual movement; at the gate of the port alone where it has no others. */
const hasActual = ({ ARRI, DISC, LOAD, DEPA }: PortVisit): boolean => {
  const movements = [...ARRI, ...DISC, ...LOAD, ...DEPA]
  return movements.length === 0 || movements.some((movement) => movement.rank === ACTUAL_RANK)
}

const isOutboundPort = (visit: PortVisit): boolean => visit.LOAD.length > 0 || visit.DEPA.length > 0

/** Whether the container arrives at a port, which a gate move alone may show. */
const isInboundPort = (visit: PortVisit): boolean =>
  visit.ARRI.length > 0 || visit.DISC.length > 0 || !isOutboundPort(visit)

/** Whether the carrier calls the port a transhipment: in the discharge, or before it in the arrival of the vessel. */
const isStatedTranshipment = ({ ARRI, DISC }: PortVisit): boolean =>
  (highestPrecedence(DISC) ?? highestPrecedence(ARRI))?.event.portRole === "transhipment"

/**
 * Whether the container continues by sea from the last port at which it arrives, also when only the carrier states it. After the trip only actual loads
 * count.
 */
const continuesBySea = (visit: PortVisit, ended: boolean): boolean => {
  if (ended) return visit.LOAD.some((load) => load.rank === ACTUAL_RANK)
  if (isStatedTranshipment(visit)) return true
  const arriving = vesselsOf([...visit.ARRI, ...visit.DISC])
  return (
    visit.LOAD.length > 0 || (arriving.length > 0 && vesselsOf(visit.DEPA).some((vessel) => !arriving.includes(vessel)))
  )
}

/**
 * The last port of arrival that can be the final POD. The port of discharge by the documents precedes later calls of the vessel
 * at which nothing happens to the container; while it is not among the ports, the container continues to it.
 */
const findLastInbound = (
  visits: ReadonlyArray<PortVisit>,
  pol: number,
  expected: ExpectedPod | undefined
): { readonly index: number; readonly continues: boolean } => {
  const last = visits.findLastIndex((visit, index) => index > pol && isInboundPort(visit))
  if (expected === undefined || last < 0) return { index: last, continues: false }
  const stated = visits.findLastIndex(
    (visit, index) => index > pol && isInboundPort(visit) && isSamePort(visit.port, expected.port)
  )
  const isHandledBeyond = visits.some(({ DISC, LOAD }, index) => index > stated && DISC.length + LOAD.length > 0)
  return stated >= 0 && !isHandledBeyond ? { index: stated, continues: false } : { index: last, continues: stated < 0 }
}

/**
 * Whether the plan of the container ends at a port although its documents named one beyond before: the carrier plans the arrival of
 * a vessel, and not that it goes on, so that the container is to leave on another one.
 */
const endsPlan = ({ ARRI, DEPA, superseded }: PortVisit, expected: ExpectedPod | undefined): boolean =>
  [...ARRI, ...superseded].some(
    ({ code, rank, vessel, event }) =>
      code === "ARRI" &&
      rank !== ACTUAL_RANK &&
      event.receivedAt >= (expected?.since ?? 0) &&
      !DEPA.some((leaves) => leaves.vessel === vessel)
  )

/**
 * Finds the first POL, which is the first outbound port, and the final POD, which is the last inbound port; -1 for an
 * unknown one. A port with a discharge is not the first POL. A port from which the container continues is not the final
 * POD: the next port is not reported yet. `awaiting` is the last inbound port while the documents name a port beyond.
 */
const findRouteEnds = (
  visits: ReadonlyArray<PortVisit>,
  ended: boolean,
  expected: ExpectedPod | undefined
): { readonly pol: number; readonly pod: number; readonly awaiting: number } => {
  const firstOutbound = visits.findIndex(isOutboundPort)
  const first = visits[firstOutbound]
  const pol = first === undefined || first.DISC.length > 0 ? -1 : firstOutbound
  const { index: lastInbound, continues: isUnderWay } = findLastInbound(visits, pol, ended ? undefined : expected)
  const last = visits[lastInbound]
  const isExpected = expected !== undefined && last !== undefined && isSamePort(last.port, expected.port)
  const continues =
    last === undefined ||
    isUnderWay ||
    (isExpected
      ? isStatedTranshipment(last) || last.LOAD.some((load) => load.rank === ACTUAL_RANK)
      : continuesBySea(last, ended) || visits.some((visit, index) => index > lastInbound && isOutboundPort(visit)))
  return { pol, pod: continues ? -1 : lastInbound, awaiting: isUnderWay ? lastInbound : -1 }
}

/** Whether the planned onward vessel has left, and the inbound vessel does not call at the next port. */
const missesConnection = ({ superseded }: PortVisit, inboundVessel: string, next: PortVisit | undefined): boolean => {
  if (next === undefined || inboundVessel === "" || superseded.length === 0) return false
  const isOther = ({ code, vessel }: Movement): boolean => code === "DEPA" && vessel !== "" && vessel !== inboundVessel
  const isInbound = ({ vessel }: Movement): boolean => vessel === inboundVessel
  return superseded.some(isOther) && !next.ARRI.some(isInbound) && !next.DISC.some(isInbound)
}

/** Whether a visit is a transhipment: the container is discharged or loaded there, or the vessel changes. */
const isTranshipment = (
  visit: PortVisit,
  inboundVessel: string,
  outboundVessel: string,
  next: PortVisit | undefined
): boolean =>
  visit.DISC.length > 0 ||
  visit.LOAD.length > 0 ||
  isStatedTranshipment(visit) ||
  (inboundVessel !== "" && outboundVessel !== "" && inboundVessel !== outboundVessel) ||
  missesConnection(visit, inboundVessel, next)

/** Decides the role of each visit: first POL, transhipment, final POD or through. */
const rolesOf = (
  visits: ReadonlyArray<PortVisit>,
  ended: boolean,
  expected: ExpectedPod | undefined
): ReadonlyArray<SeaRole> => {
  const { pol, pod, awaiting } = findRouteEnds(visits, ended, expected)
  return visits.map((visit, index) => {
    if (index === pol) return "first-pol"
    if (index === pod) return "final-pod"
    const isBetween = index > pol && (pod < 0 || index < pod) && (pol >= 0 || isInboundPort(visit))
    if (!isBetween) return "through"
    const [inboundVessel, outboundVessel] = [
      inboundVesselOf(visits[index - 1], visit),
      outboundVesselOf(visit, visits[index + 1])
    ]
    return isTranshipment(visit, inboundVessel, outboundVessel, visits[index + 1]) ||
      (index === awaiting && endsPlan(visit, expected))
      ? "transhipment"
      : "through"
  })
}

/**
 * The port visits of a route with their roles, in journey order; `through` visits are omitted. A trip that `ended` has
 * only visits with an actual movement, and the port of whose gate the container left last.
 *
 * @param expected the port of discharge by the documents of the trip, unless the container can no longer reach it
 * @param leftFrom the port of that gate, where nothing happened at sea since
 */
export const routeOf = (
  planned: ReadonlyArray<PortVisit>,
  ended: boolean,
  expected: ExpectedPod | undefined,
  leftFrom?: string
): ReadonlyArray<RoutedVisit> => {
  const visits = ended
    ? planned.filter((visit) => hasActual(visit) || (visit.port === leftFrom && isInboundPort(visit)))
    : planned
  const roles = rolesOf(visits, ended, expected)
  const stops = visits.filter((_, index) => roles[index] !== "through")
  return visits.flatMap((visit, index): ReadonlyArray<RoutedVisit> => {
    const role = roles[index]
    if (role === undefined || role === "through") return []
    const stop = stops.indexOf(visit)
    return [
      {
        visit,
        role,
        inboundVessel: role === "first-pol" ? "" : inboundVesselOf(stops[stop - 1], visit),
        outboundVessel: role === "final-pod" ? "" : outboundVesselOf(visit, stops[stop + 1])
      }
    ]
  })
}

const callOf = (movement: Movement | undefined) =>
  movement === undefined ? Option.none() : movement.event.transportCall

const legBetween = (from: RoutedVisit | undefined, to: RoutedVisit | undefined): SeaLeg => {
  const vessel = from?.outboundVessel ?? to?.inboundVessel ?? ""
  const isOnIt = (movement: Movement): boolean => vessel === "" || movement.vessel === vessel
  const leaving = callOf(highestPrecedence([...(from?.visit.LOAD ?? []), ...(from?.visit.DEPA ?? [])].filter(isOnIt)))
  const arriving = callOf(highestPrecedence([...(to?.visit.DISC ?? []), ...(to?.visit.ARRI ?? [])].filter(isOnIt)))
  const call = vessel === "" ? Option.none() : Option.orElse(leaving, () => arriving)
  return {
    from: Option.fromUndefinedOr(from?.visit.place),
    to: Option.fromUndefinedOr(to?.visit.place),
    vessel: Option.flatMap(call, ({ vessel }) => vessel),
    voyage: Option.orElse(
      Option.flatMap(leaving, (call) => call.exportVoyage),
      () => Option.flatMap(arriving, (call) => call.importVoyage)
    )
  }
}

/** The legs of a route in order, with one more leg at each end whose port is unknown. */
export const seaLegs = (route: ReadonlyArray<RoutedVisit>): ReadonlyArray<SeaLeg> => {
  const first = route[0]
  const last = route.at(-1)
  const legs = route.slice(1).map((to, index) => legBetween(route[index], to))
  return [
    ...(first !== undefined && first.role !== "first-pol" ? [legBetween(undefined, first)] : []),
    ...legs,
    ...(last !== undefined && last.role !== "final-pod" ? [legBetween(last, undefined)] : [])
  ]
}
