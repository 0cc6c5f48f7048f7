import { Option } from "effect"
import { DAY_MILLIS } from "../../../time/Instant.ts"
import { compareEvents } from "../../carriers/EventIdentity.ts"
import type { Movement } from "./Movement.ts"

const writtenAt = (movement: Movement): number => Option.getOrElse(movement.event.createdDateTime, () => 0)

/** Whether the time of writing says anything: not when there is none, nor when it is midnight, as one carrier stamps. */
const hasUsableWritingTime = (movement: Movement): boolean => writtenAt(movement) % DAY_MILLIS !== 0

const compareWriting = (a: Movement, b: Movement): number => writtenAt(a) - writtenAt(b)

const compareReceipt = (a: Movement, b: Movement): number => a.event.receivedAt - b.event.receivedAt

/**
 * Which of the movements that tell the date of one milestone counts: ACT beats EST beats PLN; of the same classifier
 * the one written later, and where one of them does not say usefully when it was written, the one received later.
 * What is left undecided falls to the later date, and then to a fixed order, so that the answer never hangs on the
 * order of the bag. Undefined for none.
 */
export const winnerOf = (candidates: ReadonlyArray<Movement>): Movement | undefined => {
  const first = candidates[0]
  if (first === undefined || candidates.length === 1) return first
  const rank = candidates.reduce((best, candidate) => Math.max(best, candidate.rank), 0)
  const standing = candidates.filter((candidate) => candidate.rank === rank)
  const dated = standing.every(hasUsableWritingTime)
  return standing.reduce((best, candidate) => {
    const difference = dated
      ? compareWriting(best, candidate) || compareReceipt(best, candidate)
      : compareReceipt(best, candidate) || compareWriting(best, candidate)
    return (difference || compareEvents(best.event, candidate.event)) < 0 ? candidate : best
  })
}

/** As `winnerOf`, where `others` count only when they are surer than every one of `candidates`. */
export const winnerWithFallback = (
  candidates: ReadonlyArray<Movement>,
  others: ReadonlyArray<Movement>
): Movement | undefined => {
  const winner = winnerOf(candidates)
  const other = winnerOf(others)
  if (winner === undefined || other === undefined) return winner ?? other
  return other.rank > winner.rank ? other : winner
}
