import type { Option } from "effect"
import type { PostponeReason } from "../sending/SendPostponed.ts"

/** Attempts recorded since the start of a dispatcher, by result. */
export interface AttemptTally {
  readonly succeeded: number
  readonly retried: number
  /** Attempts that ended their delivery: the last of the retry policy, or a response 410. */
  readonly exhausted: number
  /** Attempts that were not recorded, because their lease had expired. */
  readonly leasesLost: number
}

/** State of a dispatcher, as `/readyz` and `/metrics` report it. Instants in milliseconds since the epoch. */
export interface DispatcherHealth {
  /** The last response of the storage to a claim. An idle worker claims once a minute, a busy one continuously. */
  readonly lastClaimAt: Option.Option<number>
  /** The start of the outage of the storage; none while it is available. */
  readonly storageUnavailableSince: Option.Option<number>
  /** Deliveries being sent. */
  readonly inFlight: number
  /** Deliveries leased and not yet sent. */
  readonly waiting: number
  /** Outcomes that are not recorded yet. */
  readonly unrecorded: number
  readonly attempts: AttemptTally
  /** Sends that were postponed since the start, by reason. */
  readonly postponed: Readonly<Record<PostponeReason, number>>
  /**
   * The maximum number of deliveries that are sent at the same time now; lower than the setting after a shortage of
   * resources.
   */
  readonly concurrency: number
}
