import { MAX_RETRY_AFTER_MILLIS } from "@landfall/core/alerts/RetryPolicy"
import { DateTime, Option } from "effect"

/** Any number of digits: what is more than a day is a day. */
const SECONDS = /^\d+$/

/** The date form that RFC 9110 section 5.6.7 lets servers send: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * The wait that a Retry-After header asks for, in milliseconds from `now` (milliseconds since the epoch): whole seconds
 * or an HTTP date (RFC 9110 section 10.2.3), from 0 to 24 hours. Undefined when the header says neither.
 */
export const retryAfterMillis = (header: string, now: number): number | undefined => {
  const value = header.trim()
  const wait = SECONDS.test(value)
    ? Option.some(Number(value) * 1000)
    : IMF_FIXDATE.test(value)
      ? Option.map(DateTime.make(value), (date) => date.epochMilliseconds - now)
      : Option.none<number>()
  return Option.getOrUndefined(Option.map(wait, (millis) => Math.min(Math.max(millis, 0), MAX_RETRY_AFTER_MILLIS)))
}
