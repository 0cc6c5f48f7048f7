import type { DeliveryLease, LeasePostponement } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { PostponeReason } from "@landfall/core/alerts/sending/SendPostponed"
import type { DispatchLimits } from "./DispatchRules.ts"

/** Limits for at most `connections` sends at the same time; the reserve for responsive endpoints shrinks with them. */
export const limitConcurrency = <
  L extends Pick<DispatchLimits, "concurrency" | "reservedForResponsive" | "connectionsPerOrigin">
>(
  limits: L,
  connections: number
): L => {
  const concurrency = Math.min(limits.concurrency, connections)
  const reservedForResponsive = Math.floor((limits.reservedForResponsive * concurrency) / limits.concurrency)
  const connectionsPerOrigin = Math.min(limits.connectionsPerOrigin, concurrency)
  return { ...limits, concurrency, reservedForResponsive, connectionsPerOrigin }
}

/**
 * The minimum number of deliveries that are sent at the same time, however scarce the resources of this machine are.
 */
const LEAST_CONCURRENCY = 4

/** The shortest time between two shortages that lower the concurrency. */
const LOWERING_INTERVAL_MILLIS = 1_000

/** The concurrency after a send found no free socket or memory: half of what was being sent. */
export const lowerConcurrency = (sending: number, current: number): number =>
  Math.min(current, Math.max(LEAST_CONCURRENCY, sending / 2))

/** The concurrency after a send ended: one more after each round of sends, up to the limit, as after a loss in TCP (RFC 5681). */
export const raiseConcurrency = (current: number, limit: number): number => Math.min(limit, current + 1 / current)

/**
 * The postponed leases of a worker that are not returned yet, and the concurrency, which a shortage of resources
 * lowers.
 */
export class Postponements {
  readonly #limit: number
  #concurrency: number
  /** The end of the pause for which the concurrency was last lowered: sends that fail together lower it once. */
  #loweredUntil = Number.NEGATIVE_INFINITY
  #waiting: Array<LeasePostponement> = []
  #tally: Record<PostponeReason, number> = { egress_policy: 0, resources: 0, name_servers: 0 }

  constructor(limit: number) {
    this.#limit = limit
    this.#concurrency = limit
  }

  get size(): number {
    return this.#waiting.length
  }
  /** Sends that were postponed since the start, by reason. */
  get tally(): Readonly<Record<PostponeReason, number>> {
    return this.#tally
  }
  /** The maximum number of sends at the same time. */
  get concurrency(): number {
    return Math.floor(this.#concurrency)
  }

  /**
   * Adds a send that was postponed, and the waiting leases of its endpoint.
   *
   * @param sending the number of sends in progress, this one included
   */
  add(postponement: LeasePostponement, waiting: ReadonlyArray<DeliveryLease>, sending: number): void {
    const { reason, until } = postponement
    if (reason === "resources" && until >= this.#loweredUntil + LOWERING_INTERVAL_MILLIS) {
      this.#concurrency = lowerConcurrency(sending, this.#concurrency)
      this.#loweredUntil = until
    }
    this.#tally = { ...this.#tally, [reason]: this.#tally[reason] + 1 }
    this.#waiting.push(postponement, ...waiting.map((lease) => ({ ...postponement, lease })))
  }

  /** Records that a send ended with an attempt. */
  attempted(): void {
    this.#concurrency = raiseConcurrency(this.#concurrency, this.#limit)
  }

  /** Removes and returns the leases to return. */
  take(): ReadonlyArray<LeasePostponement> {
    const postponements = this.#waiting
    this.#waiting = []
    return postponements
  }
}
