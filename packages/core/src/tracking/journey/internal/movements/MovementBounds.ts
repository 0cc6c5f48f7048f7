import { Option } from "effect"
import { type Movement, statedAt } from "./Movement.ts"

/** The maximum number of movements of one container that a derivation reads. A container has some dozen in a trip. */
const MAX_OF_CONTAINER = 300

/**
 * The maximum number of movements of vessels, without a container, that a derivation reads: every container of a
 * document shares them.
 */
const MAX_SHARED = 80

const containerOf = ({ event }: Movement): string => Option.getOrElse(event.equipmentReference, () => "")

/** The content of a movement without its date. */
const factOf = ({ code, port, vessel, call, rank }: Movement): string => `${code} ${port} ${vessel} ${call} ${rank}`

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The newest statement first. The order does not depend on that of the events. */
const byNewest = (a: Movement, b: Movement): number =>
  statedAt(b) - statedAt(a) || b.at - a.at || compareText(factOf(a), factOf(b))

/** The newest statement of each fact, and as many of the others as have room, the newest first. */
const newestOf = (movements: ReadonlyArray<Movement>, most: number): ReadonlyArray<Movement> => {
  if (movements.length <= most) return movements
  const newestFirst = movements.toSorted(byNewest)
  const byFact = new Map<string, Movement>()
  for (const movement of newestFirst) {
    const fact = factOf(movement)
    if (!byFact.has(fact)) byFact.set(fact, movement)
  }
  return [...new Set([...byFact.values(), ...newestFirst])].slice(0, most)
}

/**
 * Bounds the movements that a derivation reads, so that its time is bounded: its steps compare movements with each
 * other, and each container with those that all share. No carrier sends as many; superseded dates are omitted first,
 * oldest first.
 */
export const boundMovements = (movements: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  if (movements.length <= MAX_SHARED) return movements
  const retained = new Set<Movement>()
  for (const [container, group] of Map.groupBy(movements, containerOf)) {
    for (const movement of newestOf(group, container === "" ? MAX_SHARED : MAX_OF_CONTAINER)) retained.add(movement)
  }
  return retained.size === movements.length ? movements : movements.filter((movement) => retained.has(movement))
}
