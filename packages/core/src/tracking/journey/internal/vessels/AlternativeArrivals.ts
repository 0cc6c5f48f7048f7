import {
  ACTUAL_RANK,
  isEquipment,
  isOutbound,
  type Movement,
  namesContainer,
  namesOwnContainer,
  statedAt
} from "../movements/Movement.ts"
import { candidateOf, chooseVessel, hasParallelCalls, type VesselCandidate } from "./AlternativeVessels.ts"

/** The vessels of a trip by what is known of the port where they take the container. */
interface VesselOrigins {
  /** Known to leave some port, or named with the container. */
  readonly connected: ReadonlySet<string>
  /** When a vessel discharged the container, and at which port. */
  readonly discharges: ReadonlyMap<string, Movement>
}

const originsOf = (sea: ReadonlyArray<Movement>): VesselOrigins => {
  const connected = new Set<string>()
  const discharges = new Map<string, Movement>()
  for (const movement of sea) {
    if (isOutbound(movement) || (isEquipment(movement) && namesContainer(movement))) connected.add(movement.vessel)
    if (movement.rank !== ACTUAL_RANK) continue
    if (movement.code === "LOAD") discharges.delete(movement.vessel)
    if (movement.code === "DISC") discharges.set(movement.vessel, movement)
  }
  return { connected, discharges }
}

/** The vessel that the newest event which names the container brings to a port; undefined for none. */
const namedArrivalAt = (arrivals: ReadonlyArray<Movement>): string | undefined => {
  const [first, ...others] = arrivals.filter(namesOwnContainer)
  if (first === undefined) return undefined
  return others.reduce((newest, next) => (statedAt(next) > statedAt(newest) ? next : newest), first).vessel
}

/** The vessels that may bring the container to `port`, by vessel. One that only leaves that port takes the container away. */
const arrivalsByVessel = (sea: ReadonlyArray<Movement>, port: string, { connected }: VesselOrigins) => {
  const leavesElsewhere = (vessel: string): boolean =>
    sea.some((movement) => movement.vessel === vessel && movement.port !== port && isOutbound(movement))
  const arrivals = sea.filter((movement) => movement.port === port && !isOutbound(movement) && movement.vessel !== "")
  const byVessel = Map.groupBy(arrivals, ({ vessel }) => vessel)
  for (const [vessel, movements] of byVessel)
    if (connected.has(vessel) && !leavesElsewhere(vessel) && !movements.some(namesOwnContainer)) byVessel.delete(vessel)
  return byVessel
}

/** The vessels at a port that bring the container there; the others are alternatives. */
interface ArrivingVessels {
  readonly vessels: ReadonlySet<string>
  /** Whether something distinguishes them from the alternatives. */
  readonly isDecided: boolean
}

const arrivingVesselsAt = (
  byVessel: ReadonlyMap<string, ReadonlyArray<Movement>>,
  port: string,
  { connected, discharges }: VesselOrigins
): ArrivingVessels => {
  const dischargedElsewhere = (vessel: string): Movement | undefined => {
    const discharge = discharges.get(vessel)
    return discharge === undefined || discharge.port === port ? undefined : discharge
  }
  const underWay = [...byVessel.keys()].filter((vessel) => connected.has(vessel) && !dischargedElsewhere(vessel))
  const named = namedArrivalAt([...byVessel.values()].flat())
  if (named !== undefined) return { vessels: new Set([...underWay, named]), isDecided: true }
  if (underWay.length > 0) return { vessels: new Set(underWay), isDecided: true }
  const candidates = [...byVessel].map(([vessel, movements]) => candidateOf(vessel, movements))
  const isReplaced = ({ vessel }: VesselCandidate): boolean => {
    const discharge = dischargedElsewhere(vessel)
    return discharge !== undefined && candidates.some(({ since }) => since > discharge.at)
  }
  const chosen = chooseVessel(candidates.filter((candidate) => !isReplaced(candidate)))
  if (chosen === undefined) return { vessels: new Set(byVessel.keys()), isDecided: true }
  return { vessels: new Set([chosen.vessel]), isDecided: chosen.isDecided }
}

/**
 * Removes the arrivals of alternatives to the vessel that brings the container to a port, where nothing shows from which port
 * they come: the carrier plans arrivals alone, and a bill of lading may have several routes. A vessel that is named with the
 * container, or that leaves a port before and has not discharged the container, precedes them. While nothing distinguishes them, the
 * first one dates the arrival, and no arrival is actual. `sea` is in order of date.
 */
export const withoutAlternativeArrivals = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  if (!hasParallelCalls(sea.filter((movement) => !isOutbound(movement)))) return sea
  const origins = originsOf(sea)
  const dropped = new Set<Movement>()
  for (const port of new Set(sea.map((movement) => movement.port))) {
    const byVessel = arrivalsByVessel(sea, port, origins)
    if (byVessel.size < 2) continue
    const { vessels, isDecided } = arrivingVesselsAt(byVessel, port, origins)
    for (const [vessel, movements] of byVessel) {
      for (const movement of movements) {
        const isCertain = isDecided || movement.rank !== ACTUAL_RANK
        if (!(vessels.has(vessel) && isCertain) && !namesOwnContainer(movement)) dropped.add(movement)
      }
    }
  }
  return dropped.size === 0 ? sea : sea.filter((movement) => !dropped.has(movement))
}
