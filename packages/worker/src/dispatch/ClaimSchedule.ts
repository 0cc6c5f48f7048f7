import { Option } from "effect"
import { emptySleepMillis, LONGEST_SLEEP_MILLIS, STALE_CHECK_MILLIS } from "./DispatchRules.ts"

/** The schedule of the next claim of a worker. Instants in milliseconds since the epoch. */
export class ClaimSchedule {
  /** The claim loop sleeps because no delivery may be claimed. */
  #awaitsCapacity = false
  /** Since the last round, an endpoint or an account that was excluded has gained capacity. */
  #reopened = false
  /** The earliest retry recorded since the last round. */
  #nextRetryAt = Number.POSITIVE_INFINITY
  /** The instant at which the claim loop wakes by itself; infinitely early while it is awake. */
  #wakeAt = Number.NEGATIVE_INFINITY
  #emptyClaims = 0

  /** Begins a round that may lease `size` deliveries. */
  begin(size: number): void {
    this.#reopened = false
    this.#nextRetryAt = Number.POSITIVE_INFINITY
    this.#wakeAt = Number.NEGATIVE_INFINITY
    this.#awaitsCapacity = size === 0
  }

  /** Records that more deliveries of an endpoint or an account may be leased. */
  reopen(): void {
    this.#reopened = true
  }

  /** Records that a delivery is due at an instant. */
  dueAt(at: number): void {
    this.#nextRetryAt = Math.min(this.#nextRetryAt, at)
  }

  /** The sleep after a claim that leased `claimed` deliveries, fewer than its limit, while `waiting` leases wait. */
  sleepMillis(claimed: number, waiting: number, nextDueAt: Option.Option<number>, now: number): number {
    const dueAt = Option.getOrElse(nextDueAt, () => Number.POSITIVE_INFINITY)
    const longest = waiting > 0 ? STALE_CHECK_MILLIS : LONGEST_SLEEP_MILLIS
    this.#wakeAt = Math.min(dueAt, this.#nextRetryAt, now + longest)
    this.#emptyClaims = this.#wakeAt > now || claimed > 0 ? 0 : this.#emptyClaims + 1
    return Math.max(this.#wakeAt - now, emptySleepMillis(this.#emptyClaims))
  }

  /** Whether the sleeping claim loop should claim immediately; `claimSize` states how many deliveries it could lease. */
  isDue(claimSize: () => number): boolean {
    if (this.#awaitsCapacity) return claimSize() > 0
    return this.#reopened || this.#nextRetryAt < this.#wakeAt
  }
}
