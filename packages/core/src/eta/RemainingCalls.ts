import { Schema } from "effect"
import type { Unlocode } from "../geo/Unlocode.ts"

/**
 * The basis of the calls before the destination.
 *
 * - `plan`: the carrier's plan names the calls of the vessel.
 * - `rotation`: the vessel made these calls in its last rounds, by the port-call log.
 * - `direct`: the carrier's plan leaves no time for a call on the way.
 */
export const CallsBasis = Schema.Literals(["plan", "rotation", "direct"])
export type CallsBasis = typeof CallsBasis.Type

/** The calls that remain, the destination last. */
export interface RemainingCalls {
  readonly ports: ReadonlyArray<Unlocode>
  readonly basis: CallsBasis
  /** The past rounds with exactly these calls, of `roundsKnown`; 0 without rounds. */
  readonly rounds: number
  readonly roundsKnown: number
}

/** The maximum number of calls before and including the destination. A longer way is not a plan any more. */
const MAX_REMAINING_CALLS = 12

/** The newest past rounds that decide. */
export const ROUNDS_CONSIDERED = 5

/** The ports after index `from`, up to and including the destination; none if it is too far. */
const roundAfter = (
  ports: ReadonlyArray<Unlocode>,
  from: number,
  destination: Unlocode
): ReadonlyArray<Unlocode> | undefined => {
  const end = ports.indexOf(destination, from + 1)
  return end < 0 || end - from > MAX_REMAINING_CALLS ? undefined : ports.slice(from + 1, end + 1)
}

/**
 * The calls that a vessel made after its present port on the way to the destination, in its last rounds: the most
 * frequent of the newest `ROUNDS_CONSIDERED`, the newest on a tie.
 *
 * @param ports the ports of its calls in order, the present or last one at the end
 */
export const usualCalls = (ports: ReadonlyArray<Unlocode>, destination: Unlocode): RemainingCalls | undefined => {
  const last = ports.length - 1
  const present = ports[last]
  if (present === undefined) return undefined
  const starts = ports.flatMap((port, index) => (port === present && index < last ? [index] : [])).reverse()
  // A vessel can call at a port twice in a round: rounds with the same port before the present one come first, and
  // others count only without any of those.
  const samePrevious = starts.filter((index) => index > 0 && ports[index - 1] === ports[last - 1])
  const roundsFrom = (indices: ReadonlyArray<number>) =>
    indices
      .flatMap((index) => {
        const round = roundAfter(ports.slice(0, last + 1), index, destination)
        return round === undefined ? [] : [round]
      })
      .slice(0, ROUNDS_CONSIDERED)
  const same = roundsFrom(samePrevious)
  const rounds = same.length > 0 ? same : roundsFrom(starts)
  const counts = new Map<string, { readonly round: ReadonlyArray<Unlocode>; count: number }>()
  for (const round of rounds) {
    const key = round.join(" ")
    counts.set(key, { round, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const [best] = [...counts.values()].sort((a, b) => b.count - a.count)
  return best === undefined
    ? undefined
    : { ports: best.round, basis: "rotation", rounds: best.count, roundsKnown: rounds.length }
}
