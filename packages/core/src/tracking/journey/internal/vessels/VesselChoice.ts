import { DAY_MILLIS } from "../../../../time/Durations.ts"
import { ACTUAL_RANK, type Movement, statedAt } from "../movements/Movement.ts"

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

export const isUnnamed = (vessel: string): boolean => vessel.startsWith("unnamed ")

const byKnowledge = (a: VesselCandidate, b: VesselCandidate): number =>
  a.since - b.since || a.at - b.at || (a.vessel < b.vessel ? -1 : 1)

/** The vessel of the container at a port. */
export interface VesselChoice {
  readonly vessel: string
  /** Whether something distinguishes it from the others. Otherwise its dates are the best that is known, and what it actually does may concern another container. */
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
