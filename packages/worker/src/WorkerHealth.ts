import type { LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { Option } from "effect"

/** What readiness checks and metrics are told of a delivery worker. Instants in milliseconds since the epoch. */
export interface WorkerHealth {
  /** When the storage last answered a claim. An idle worker claims once a minute, a busy one all the time. */
  readonly lastClaimAt: Option.Option<number>
  /** Since when the storage has not answered; none while it does. */
  readonly storageUnavailableSince: Option.Option<number>
  /** Deliveries being sent now. */
  readonly inFlight: number
  /** Deliveries leased and not begun. */
  readonly waiting: number
  /** Outcomes that are not stored yet. */
  readonly unrecorded: number
  readonly attempts: AttemptTally
}

/** Attempts recorded since the start, by what followed them. */
export interface AttemptTally {
  readonly succeeded: number
  readonly retried: number
  /** Those that ended their delivery: the policy's last, and 410 Gone. */
  readonly exhausted: number
  /** Not recorded: the outcome came after its lease had ended. */
  readonly leasesLost: number
}

export const EMPTY_TALLY: AttemptTally = { succeeded: 0, retried: 0, exhausted: 0, leasesLost: 0 }

/** Adds one recorded group, of which `lost` were not recorded. */
export const addOutcomes = (
  tally: AttemptTally,
  outcomes: ReadonlyArray<LeaseOutcome>,
  lost: ReadonlyArray<LeaseOutcome>
): AttemptTally => {
  let { succeeded, retried, exhausted } = tally
  for (const outcome of outcomes) {
    if (lost.includes(outcome)) continue
    if (outcome.next._tag === "Succeed") succeeded++
    else if (outcome.next._tag === "Retry") retried++
    else exhausted++
  }
  return { succeeded, retried, exhausted: exhausted, leasesLost: tally.leasesLost + lost.length }
}
