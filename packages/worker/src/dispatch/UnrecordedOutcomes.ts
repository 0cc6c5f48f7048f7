import type { LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { AttemptTally } from "@landfall/core/alerts/dispatch/DispatcherHealth"

/** The outcomes of ended sends that are not recorded, in the order in which the sends ended, and the tally of recorded ones. */
export class UnrecordedOutcomes {
  readonly #outcomes: Array<LeaseOutcome> = []
  #tally: AttemptTally = { succeeded: 0, retried: 0, exhausted: 0, leasesLost: 0 }

  get size(): number {
    return this.#outcomes.length
  }
  get tally(): AttemptTally {
    return this.#tally
  }

  add(outcome: LeaseOutcome): void {
    this.#outcomes.push(outcome)
  }

  /** The oldest outcomes, `size` at most. */
  next(size: number): ReadonlyArray<LeaseOutcome> {
    return this.#outcomes.slice(0, size)
  }

  /**
   * Removes the oldest outcomes, which the storage has recorded except for `lost`. Returns the instant at which the
   * first retry is due.
   */
  recorded(outcomes: ReadonlyArray<LeaseOutcome>, lost: ReadonlyArray<LeaseOutcome>): number {
    this.#outcomes.splice(0, outcomes.length)
    let nextRetryAt = Number.POSITIVE_INFINITY
    let { succeeded, retried, exhausted } = this.#tally
    for (const outcome of outcomes) {
      if (outcome.next._tag === "Retry") nextRetryAt = Math.min(nextRetryAt, outcome.next.dueAt)
      if (lost.includes(outcome)) continue
      if (outcome.next._tag === "Succeed") succeeded++
      else if (outcome.next._tag === "Retry") retried++
      else exhausted++
    }
    this.#tally = { succeeded, retried, exhausted, leasesLost: this.#tally.leasesLost + lost.length }
    return nextRetryAt
  }

  /** Removes the oldest outcome, which the storage rejects. */
  rejected(): void {
    this.#outcomes.shift()
  }
}
