import { Instant } from "@landfall/core/time/Instant"
import type { PollResult } from "@landfall/core/tracking/polling/PollPlan"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Option, Result } from "effect"

/** So many checks in a row may fail before the whole carrier is left in peace, whatever the shipment. */
export const FAILURES_BEFORE_BACKOFF = 3
const FIRST_BACKOFF_MILLIS = 30_000
const MAX_BACKOFF_MILLIS = 15 * 60_000

/** Remembers how the last checks of each carrier went, and says when it had better not be asked for a while. */
export interface CarrierBackoff {
  /**
   * Until when nobody is to ask the carrier, after this result: as long as it asked for itself, or, when it has failed
   * several times in a row, half a minute and then twice as long each time, up to a quarter of an hour. So a carrier that
   * is down costs a few requests of its allowance and not one for each shipment.
   */
  readonly backoffUntil: (scac: Scac, result: PollResult, now: number) => Option.Option<Instant>
}

export const makeCarrierBackoff = (): CarrierBackoff => {
  const failures = new Map<Scac, number>()
  return {
    backoffUntil: (scac, result, now) => {
      const refusal = Result.isFailure(result) ? result.failure : undefined
      if (refusal === undefined || refusal._tag === "ShipmentUnknown") {
        failures.delete(scac)
        return Option.none()
      }
      if (refusal._tag === "SourceThrottled") return Option.some(refusal.until)
      if (refusal._tag === "SourceUnavailable" && refusal.reason === "not_configured") return Option.none()
      const count = (failures.get(scac) ?? 0) + 1
      failures.set(scac, count)
      if (count < FAILURES_BEFORE_BACKOFF) return Option.none()
      const restMillis = Math.min(
        FIRST_BACKOFF_MILLIS * 2 ** Math.min(count - FAILURES_BEFORE_BACKOFF, 10),
        MAX_BACKOFF_MILLIS
      )
      return Option.some(Instant.make(now + restMillis))
    }
  }
}
