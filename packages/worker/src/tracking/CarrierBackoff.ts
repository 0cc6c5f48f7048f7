import { Instant } from "@landfall/core/time/Instant"
import type { UnavailableReason } from "@landfall/core/tracking/carriers/TrackingSource"
import type { PollResult } from "@landfall/core/tracking/polling/PollPlan"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Option, Result } from "effect"

/** The carrier is paused after this many failed polls in a row, of any shipments. */
const FAILURES_BEFORE_BACKOFF = 3
const FIRST_BACKOFF_MILLIS = 30_000
const MAX_BACKOFF_MILLIS = 15 * 60_000
/** The longest pause after rejected credentials, which a carrier may reject for some shipments alone. */
const MAX_UNAUTHORISED_BACKOFF_MILLIS = 60_000

/** Pauses carriers that are unavailable, from the results of their polls. */
export interface CarrierBackoff {
  /**
   * The end of the pause after this result: the time that the carrier requires, or, from the third failure in a row, 30 s
   * and then twice as long each time, up to 15 min. A carrier that is unavailable thus costs a few requests of its
   * allowance and not one for each shipment. A query that the carrier rejects is not a failure of the carrier, and rejected
   * credentials pause it for 1 min at most: neither concerns other shipments. None when the carrier is not paused.
   * `now` in milliseconds since the epoch.
   */
  readonly backoffUntil: (scac: Scac, result: PollResult, now: number) => Option.Option<Instant>
  /** Clears the failures of a carrier, whose profile or keys have changed. */
  readonly reset: (scac: Scac) => void
}

/** Whether a poll failed because of its query, and not because of the carrier. */
const isOfQuery = (reason: UnavailableReason): boolean => reason === "not_configured" || reason === "rejected"

export const makeCarrierBackoff = (): CarrierBackoff => {
  const failures = new Map<Scac, number>()
  return {
    reset: (scac) => void failures.delete(scac),
    backoffUntil: (scac, result, now) => {
      const failure = Result.isFailure(result) ? result.failure : undefined
      if (failure === undefined || failure._tag === "ShipmentUnknown") {
        failures.delete(scac)
        return Option.none()
      }
      if (failure._tag === "SourceThrottled") return Option.some(failure.until)
      if (failure._tag === "SourceUnavailable" && isOfQuery(failure.reason)) return Option.none()
      const count = (failures.get(scac) ?? 0) + 1
      failures.set(scac, count)
      if (count < FAILURES_BEFORE_BACKOFF) return Option.none()
      const backoffMillis = Math.min(
        FIRST_BACKOFF_MILLIS * 2 ** Math.min(count - FAILURES_BEFORE_BACKOFF, 10),
        failure._tag === "SourceUnauthorised" ? MAX_UNAUTHORISED_BACKOFF_MILLIS : MAX_BACKOFF_MILLIS
      )
      return Option.some(Instant.make(now + backoffMillis))
    }
  }
}
