import { ACTUAL_RANK, isEquipment, type Movement, unnamedFrom, unnamedTo } from "../movements/Movement.ts"
import { candidateOf, chooseVessel, hasParallelCalls, isUnnamed, type VesselCandidate } from "./VesselChoice.ts"
import { isOutbound, namesContainer, namesOwnContainer, newestNamed } from "./VesselsOfOthers.ts"

/** Whether a vessel comes to a port from another one, so that it brings the container or passes by. */
const comesFromElsewhere = (sea: ReadonlyArray<Movement>, vessel: string, port: string, departs: number): boolean => {
  const arrives = sea.find((movement) => movement.vessel === vessel && movement.port === port && !isOutbound(movement))
  return sea.some(
    (movement) =>
      movement.port !== port &&
      ((movement.vessel === vessel && isOutbound(movement) && movement.at < departs) ||
        (arrives !== undefined && movement.at < arrives.at))
  )
}

const candidatesAt = (sea: ReadonlyArray<Movement>, port: string): ReadonlyArray<VesselCandidate> => {
  const departures = sea.filter((movement) => movement.port === port && isOutbound(movement) && movement.vessel !== "")
  return [...Map.groupBy(departures, ({ vessel }) => vessel)].flatMap(([vessel, movements]) => {
    const candidate = candidateOf(vessel, movements)
    return comesFromElsewhere(sea, vessel, port, candidate.at) ? [] : [candidate]
  })
}

const arrivesAt = (sea: ReadonlyArray<Movement>, port: string, isVessel: (vessel: string) => boolean): boolean =>
  sea.some((movement) => movement.port === port && !isOutbound(movement) && isVessel(movement.vessel))

/** Adds the vessels that depart only from ports at which none but dropped vessels arrive. */
const addOnwardVessels = (sea: ReadonlyArray<Movement>, dropped: Set<string>, own: ReadonlySet<string>): void => {
  for (let added = true; added; ) {
    added = false
    for (const { vessel, port, code } of sea) {
      if (code !== "DEPA" || vessel === "" || dropped.has(vessel) || own.has(vessel)) continue
      const isStranded =
        arrivesAt(sea, port, (other) => dropped.has(other)) &&
        !arrivesAt(sea, port, (other) => other !== vessel && !dropped.has(other))
      if (!isStranded || sea.some((other) => other.vessel === vessel && other.port !== port && isOutbound(other)))
        continue
      dropped.add(vessel)
      added = true
    }
  }
}

/**
 * Plans without a vessel and a call as those of a placeholder, where they take the container from a port on to another one, and the
 * vessels with a name that are to leave the first one only pass it and do not call at the other: they are no such vessel.
 */
export const withPlaceholders = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  const isUnstated = ({ vessel, call, rank }: Movement): boolean => vessel === "" && call === "" && rank !== ACTUAL_RANK
  const placeholders = new Map<Movement, string>()
  for (const leaves of sea) {
    if (leaves.code !== "DEPA" || !isUnstated(leaves)) continue
    const arrives = sea.find((one) => one.code === "ARRI" && isUnstated(one) && one.at > leaves.at)
    const named = sea.filter((one) => one.port === leaves.port && isOutbound(one) && one.vessel !== "")
    const passes = ({ vessel }: Movement): boolean =>
      arrivesAt(sea, leaves.port, (other) => other === vessel) &&
      !sea.some((one) => one.vessel === vessel && one.port === arrives?.port)
    if (arrives === undefined || named.length === 0 || !named.every(passes)) continue
    placeholders.set(leaves, unnamedFrom(leaves.port)).set(arrives, unnamedTo(arrives.port))
  }
  if (placeholders.size === 0) return sea
  return sea.map((movement) => ({ ...movement, vessel: placeholders.get(movement) ?? movement.vessel }))
}

/**
 * Removes the alternatives to the vessel that takes the container from a port, before it is loaded there: a bill of lading may
 * have several routes, and a new date of one vessel is no change of the date of another. While nothing distinguishes them, the first
 * one dates the milestones, and what it actually does is ignored. `sea` is in order of date.
 */
export const withoutAlternativeVessels = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  if (!hasParallelCalls(sea.filter(({ code }) => code === "DEPA"))) return sea
  const own = new Set(
    sea.filter((movement) => isEquipment(movement) && namesContainer(movement)).map(({ vessel }) => vessel)
  )
  const isLoadedAt = (port: string): boolean =>
    sea.some(
      (movement) =>
        movement.port === port && movement.code === "LOAD" && movement.rank === ACTUAL_RANK && namesContainer(movement)
    )
  const dropped = new Set<string>()
  const undecided = new Set<string>()
  const renamed = new Set<string>()
  for (const port of new Set(sea.map((movement) => movement.port))) {
    const candidates = isLoadedAt(port) ? [] : candidatesAt(sea, port)
    if (candidates.length < 2) continue
    const named = newestNamed(sea, port)
    const choice = named === undefined ? chooseVessel(candidates) : { vessel: named.vessel, isDecided: true }
    if (choice?.isDecided === false && !own.has(choice.vessel)) undecided.add(choice.vessel)
    for (const { vessel, isActual } of candidates) {
      if (vessel === choice?.vessel || own.has(vessel)) continue
      dropped.add(vessel)
      if (named !== undefined && !isActual) renamed.add(vessel)
    }
  }
  if (dropped.size === 0) return sea
  addOnwardVessels(sea, dropped, own)
  // A placeholder that a vessel with a name replaced does not return when that one is replaced as well.
  for (const { vessel, port } of sea)
    if (isUnnamed(vessel) && arrivesAt(sea, port, (other) => dropped.has(other) && !isUnnamed(other)))
      dropped.add(vessel)
  const concerns = ({ vessel, rank }: Movement): boolean =>
    !dropped.has(vessel) && !(rank === ACTUAL_RANK && undecided.has(vessel))
  return sea.filter((movement) => concerns(movement) || (namesOwnContainer(movement) && !renamed.has(movement.vessel)))
}
