import { MAX_RETRY_AFTER_MILLIS } from "@landfall/core/alerts/RetryPolicy"
import { Duration, Result } from "effect"
import { Headers } from "effect/http"

/**
 * The wait that a Retry-After header asks for, in milliseconds from `now` (milliseconds since the epoch): whole seconds
 * or an HTTP date in any of its three forms (RFC 9110 sections 5.6.7 and 10.2.3), from 0 to 24 hours. Undefined when the
 * header says neither.
 */
export const retryAfterMillis = (header: string, now: number): number | undefined => {
  const parsed = Headers.parseRetryAfter(header.trim())
  if (Result.isFailure(parsed)) return undefined
  const millis = Duration.toMillis(Headers.retryAfterDelay(parsed.success, now))
  return Math.min(Math.max(millis, 0), MAX_RETRY_AFTER_MILLIS)
}
