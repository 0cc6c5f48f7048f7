import { Option } from "effect"
import { DAY_MILLIS } from "../../../../time/Durations.ts"
import { compareEvents } from "../../../carriers/EventIdentity.ts"
import type { Movement } from "./Movement.ts"

const createdAt = (movement: Movement): number => Option.getOrElse(movement.event.createdDateTime, () => 0)

/**
 * Whether the creation time is usable: not when it is missing, nor when it is midnight, which one carrier sends for all
 * events.
 */
const hasUsableCreationTime = (movement: Movement): boolean => createdAt(movement) % DAY_MILLIS !== 0

const compareCreation = (a: Movement, b: Movement): number => createdAt(a) - createdAt(b)

const compareReceipt = (a: Movement, b: Movement): number => a.event.receivedAt - b.event.receivedAt

/**
 * The movement that dates a milestone: ACT takes precedence over EST, and EST over PLN. Of the same classifier, the
 * one created later applies; the one received later when a creation time is missing or unusable. Remaining ties fall to
 * the later date and then to a fixed order, so that the result does not depend on the order of the events. Undefined
 * for none.
 */
export const highestPrecedence = (candidates: ReadonlyArray<Movement>): Movement | undefined => {
  const first = candidates[0]
  if (first === undefined || candidates.length === 1) return first
  const rank = candidates.reduce((best, candidate) => Math.max(best, candidate.rank), 0)
  const highest = candidates.filter((candidate) => candidate.rank === rank)
  const comparable = highest.every(hasUsableCreationTime)
  return highest.reduce((best, candidate) => {
    const difference = comparable
      ? compareCreation(best, candidate) || compareReceipt(best, candidate)
      : compareReceipt(best, candidate) || compareCreation(best, candidate)
    return (difference || compareEvents(best.event, candidate.event)) < 0 ? candidate : best
  })
}

/** As `highestPrecedence`; one of `others` applies only when its classifier ranks above that of every candidate. */
export const highestPrecedenceWithFallback = (
  candidates: ReadonlyArray<Movement>,
  others: ReadonlyArray<Movement>
): Movement | undefined => {
  const winner = highestPrecedence(candidates)
  const other = highestPrecedence(others)
  if (winner === undefined || other === undefined) return winner ?? other
  return other.rank > winner.rank ? other : winner
}
