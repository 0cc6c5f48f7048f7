import { DAY_MILLIS } from "../../../time/Instant.ts"
import { ACTUAL_RANK, isEquipment, type Movement } from "./Movement.ts"
import { isOutbound, namesContainer, namesThis, newestNamed, statedAt } from "./VesselsOfOthers.ts"

/** Vessels that became known for one departure within this time are alternatives; a later one replaces the vessel before it. */
const SAME_PLAN_MILLIS = DAY_MILLIS

/** Whether two vessels depart from one port. Compares pairs: this runs for every trip, and most have none. */
const hasParallelDepartures = (sea: ReadonlyArray<Movement>): boolean =>
  sea.some((movement, index) => {
    if (movement.code !== "DEPA" || movement.vessel === "") return false
    for (let before = 0; before < index; before++) {
      const other = sea[before]
      if (other?.code === "DEPA" && other.port === movement.port && other.vessel !== movement.vessel) {
        if (other.vessel !== "") return true
      }
    }
    return false
  })

const isUnnamed = (vessel: string): boolean => vessel.startsWith("unnamed ")

/** A vessel that may take the container from a port. */
interface Candidate {
  readonly vessel: string
  /** When the vessel became known for this departure. */
  readonly since: number
  readonly departs: number
  readonly hasDeparted: boolean
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

const candidatesAt = (sea: ReadonlyArray<Movement>, port: string): ReadonlyArray<Candidate> => {
  const departures = sea.filter((movement) => movement.port === port && isOutbound(movement) && movement.vessel !== "")
  return [...Map.groupBy(departures, ({ vessel }) => vessel)].flatMap(([vessel, movements]) => {
    const departs = Math.max(...movements.map(({ at }) => at))
    if (comesFromElsewhere(sea, vessel, port, departs)) return []
    const since = Math.min(...movements.map(statedAt))
    return [{ vessel, since, departs, hasDeparted: movements.some(({ rank }) => rank === ACTUAL_RANK) }]
  })
}

const byKnowledge = (a: Candidate, b: Candidate): number =>
  a.since - b.since || a.departs - b.departs || (a.vessel < b.vessel ? -1 : 1)

/**
 * The vessel that takes the container from a port, of several that the carrier plans: the first, until another becomes known
 * more than a day later or the first has not left when another does. A vessel with a name precedes a placeholder.
 */
const choose = (candidates: ReadonlyArray<Candidate>): Candidate | undefined => {
  const named = candidates.filter(({ vessel }) => !isUnnamed(vessel))
  const [first, ...others] = (named.length === 0 ? candidates : named).toSorted(byKnowledge)
  if (first === undefined) return undefined
  const chosen = others.reduce((last, next) => (next.since - last.since > SAME_PLAN_MILLIS ? next : last), first)
  if (chosen.hasDeparted) return chosen
  return others.concat(first).find(({ hasDeparted, departs }) => hasDeparted && departs > chosen.departs) ?? chosen
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
 * Removes the alternatives to the vessel that takes the container from a port, before it is loaded there: a bill of lading may
 * have several routes, and a new date of one vessel is no change of the date of another. `sea` is in order of date.
 */
export const withoutAlternativeVessels = (sea: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  if (!hasParallelDepartures(sea)) return sea
  const own = new Set(
    sea.filter((movement) => isEquipment(movement) && namesContainer(movement)).map(({ vessel }) => vessel)
  )
  const isLoadedAt = (port: string): boolean =>
    sea.some(
      (movement) =>
        movement.port === port && movement.code === "LOAD" && movement.rank === ACTUAL_RANK && namesContainer(movement)
    )
  const dropped = new Set<string>()
  for (const port of new Set(sea.map((movement) => movement.port))) {
    const candidates = isLoadedAt(port) ? [] : candidatesAt(sea, port)
    if (candidates.length < 2) continue
    const vessel = newestNamed(sea, port)?.vessel ?? choose(candidates)?.vessel
    for (const other of candidates) if (other.vessel !== vessel && !own.has(other.vessel)) dropped.add(other.vessel)
  }
  if (dropped.size === 0) return sea
  addOnwardVessels(sea, dropped, own)
  return sea.filter((movement) => !dropped.has(movement.vessel) || namesThis(movement))
}
