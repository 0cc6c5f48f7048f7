import type { Outcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { type AttemptHour, hourOf } from "@landfall/core/alerts/operations/EndpointStats"
import { keyOf, type MemoryState } from "../state/MemoryState.ts"

/** Counts an attempt in the hour in which it began. To be called inside a transaction. */
export const countAttempt = (
  state: MemoryState["Service"],
  { lease: { endpointId }, startedAt, durationMillis, next }: Outcome
): void => {
  const startsAt = hourOf(startedAt)
  const none: AttemptHour = { startsAt, succeeded: 0, failed: 0, exhausted: 0, durationMillis: 0, longestMillis: 0 }
  const key = keyOf(endpointId, String(startsAt))
  const hour = state.hours.get(key)?.hour ?? none
  const succeeded = next._tag === "Succeed"
  const exhausted = next._tag === "GiveUp" || next._tag === "DisableEndpoint"
  state.hours.set(key, {
    endpointId,
    hour: {
      startsAt,
      succeeded: hour.succeeded + (succeeded ? 1 : 0),
      failed: hour.failed + (succeeded ? 0 : 1),
      exhausted: hour.exhausted + (exhausted ? 1 : 0),
      durationMillis: hour.durationMillis + durationMillis,
      longestMillis: Math.max(hour.longestMillis, durationMillis)
    }
  })
}
