import { DAY_MILLIS } from "../../../../time/Durations.ts"
import {
  ACTUAL_RANK,
  isEquipment,
  isOutbound,
  type Movement,
  namesContainer,
  namesOwnContainer,
  statedAt,
  unnamedVesselFrom,
  unnamedVesselTo
} from "../movements/Movement.ts"
import { newestNamed } from "./UnrelatedVessels.ts"

/** Whether two movements match. A loop over few: this runs for every trip, and most have no match. */
export const somePair = (
  movements: ReadonlyArray<Movement>,
  matches: (later: Movement, earlier: Movement) => boolean
): boolean =>
  movements.some((later, index) => {
    for (let before = 0; before < index; before++) {
      const earlier = movements[before]
      if (earlier !== undefined && matches(later, earlier)) return true
    }
    return false
  })

/** Whether two vessels call at one port. */
export const hasParallelCalls = (movements: ReadonlyArray<Movement>): boolean =>
  somePair(
    movements.filter(({ vessel }) => vessel !== ""),
    (one, other) => one.port === other.port && one.vessel !== other.vessel
  )

/** Vessels that became known for one call within this time are alternatives; a later one replaces the vessel before it. */
const SAME_PLAN_MILLIS = DAY_MILLIS

/** A vessel that may take the container from a port, or bring it there. */
export interface VesselCandidate {
  readonly vessel: string
  /** When the vessel became known for this call. */
  readonly since: number
  /** The last date of its departure or arrival. */
  readonly at: number
  /** Whether the departure or arrival is actual. */
  readonly isActual: boolean
  /** Its transport call. Two vessels of one call are not alternatives: the later one replaces the other. */
  readonly call: string
}

/** `movements` are those of the vessel at the port. */
export const candidateOf = (vessel: string, movements: ReadonlyArray<Movement>): VesselCandidate => ({
  vessel,
  since: Math.min(...movements.map(statedAt)),
  at: Math.max(...movements.map(({ at }) => at)),
  isActual: movements.some(({ rank }) => rank === ACTUAL_RANK),
  call: movements[0]?.call ?? ""
})

const isUnnamed = (vessel: string): boolean => vessel.startsWith("unnamed ")

const byKnowledge = (a: VesselCandidate, b: VesselCandidate): number =>
  a.since - b.since || a.at - b.at || (a.vessel < b.vessel ? -1 : 1)

/** The vessel of the container at a port. */
interface VesselChoice {
  readonly vessel: string
  /**
   * Whether something distinguishes it from the others. Otherwise its dates are the best that is known, and its actual
   * movements may concern another container.
   */
  readonly isDecided: boolean
}

/**
 * The vessel of the container among several at one port: the first that became known, until another becomes known more than a
 * day later or replaces it in its call, or leaves or arrives after the first was to do so and has not. A vessel with a name precedes a placeholder.
 * Undefined for none.
 */
export const chooseVessel = (candidates: ReadonlyArray<VesselCandidate>): VesselChoice | undefined => {
  const withName = candidates.filter(({ vessel }) => !isUnnamed(vessel))
  const [first, ...others] = (withName.length === 0 ? candidates : withName).toSorted(byKnowledge)
  if (first === undefined) return undefined
  const isReplaced = (last: VesselCandidate, next: VesselCandidate): boolean =>
    next.since - last.since > SAME_PLAN_MILLIS || (next.call === last.call && next.since > last.since)
  const chosen = others.reduce((last, next) => (isReplaced(last, next) ? next : last), first)
  const later = others.concat(first).find(({ isActual, at }) => isActual && at > chosen.at)
  if (!chosen.isActual && later !== undefined) return { vessel: later.vessel, isDecided: true }
  const isAlternative = (other: VesselCandidate): boolean =>
    other.call !== chosen.call && Math.abs(other.since - chosen.since) <= SAME_PLAN_MILLIS
  return { vessel: chosen.vessel, isDecided: !others.concat(first).some(isAlternative) }
}

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
      const isUnreached =
        arrivesAt(sea, port, (other) => dropped.has(other)) &&
        !arrivesAt(sea, port, (other) => other !== vessel && !dropped.has(other))
      if (!isUnreached || sea.some((other) => other.vessel === vessel && other.port !== port && isOutbound(other)))
        continue
      dropped.add(vessel)
      added = true
    }
  }
}

/**
 * Plans without a vessel and a call as those of a placeholder, where they take the container from a port on to another
 * one, and the vessels with a name that are to leave the first one only pass it and do not call at the other: they are
 * not such vessels.
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
    placeholders.set(leaves, unnamedVesselFrom(leaves.port)).set(arrives, unnamedVesselTo(arrives.port))
  }
  if (placeholders.size === 0) return sea
  return sea.map((movement) => ({ ...movement, vessel: placeholders.get(movement) ?? movement.vessel }))
}

/**
 * Removes the alternatives to the vessel that takes the container from a port, before it is loaded there: a bill of
 * lading may have several routes, and a new date of one vessel does not change the date of another. While nothing
 * distinguishes them, the first one dates the milestones, and its actual movements are ignored. `sea` is in order of
 * date.
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
