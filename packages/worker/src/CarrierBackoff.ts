import { Instant } from "@landfall/core/time/Instant"
import type { PollResult } from "@landfall/core/tracking/polling/PollPlan"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Option, Result } from "effect"

/** How many polls in a row may fail, whatever the shipment, before the carrier is paused. */
export const FAILURES_BEFORE_BACKOFF = 3
const FIRST_BACKOFF_MILLIS = 30_000
const MAX_BACKOFF_MILLIS = 15 * 60_000

/** Follows the results of polls, and pauses carriers that are unavailable. */
export interface CarrierBackoff {
  /**
   * Until when nobody polls the carrier, after this result: for as long as the carrier demands, or, after several failures
   * in a row, for 30 s and then twice as long each time, up to 15 min. So a carrier that is down costs a few requests of
   * its allowance and not one for each shipment.
   */
  readonly backoffUntil: (scac: Scac, result: PollResult, now: number) => Option.Option<Instant>
}

export const makeCarrierBackoff = (): CarrierBackoff => {
  const failures = new Map<Scac, number>()
  return {
    backoffUntil: (scac, result, now) => {
      const failure = Result.isFailure(result) ? result.failure : undefined
      if (failure === undefined || failure._tag === "ShipmentUnknown") {
        failures.delete(scac)
        return Option.none()
      }
      if (failure._tag === "SourceThrottled") return Option.some(failure.until)
      if (failure._tag === "SourceUnavailable" && failure.reason === "not_configured") return Option.none()
      const count = (failures.get(scac) ?? 0) + 1
      failures.set(scac, count)
      if (count < FAILURES_BEFORE_BACKOFF) return Option.none()
      const backoffMillis = Math.min(
        FIRST_BACKOFF_MILLIS * 2 ** Math.min(count - FAILURES_BEFORE_BACKOFF, 10),
        MAX_BACKOFF_MILLIS
      )
      return Option.some(Instant.make(now + backoffMillis))
    }
  }
}
