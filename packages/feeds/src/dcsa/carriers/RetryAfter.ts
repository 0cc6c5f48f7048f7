import { Duration, Result } from "effect"
import { Headers } from "effect/http"

/** The longest wait that is believed. */
const MAX_MILLIS = 24 * 3_600_000

/** The wait in milliseconds that an answer asks for with `Retry-After` (RFC 9110 section 10.2.3), 24 hours at most. */
export const retryAfterMillis = (headers: Headers.Headers, now: number): number | undefined => {
  const header = headers["retry-after"]
  const parsed = header === undefined ? undefined : Headers.parseRetryAfter(header)
  if (parsed === undefined || Result.isFailure(parsed)) return undefined
  return Math.min(Math.max(Duration.toMillis(Headers.retryAfterDelay(parsed.success, now)), 0), MAX_MILLIS)
}
