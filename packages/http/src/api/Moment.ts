import { DateTime, Option, Schema } from "effect"

const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

const isRealDay = (date: string): boolean =>
  Option.exists(DateTime.make(`${date}T00:00:00Z`), (day) => DateTime.formatIsoDateUtc(day) === date)

const isMoment = (text: string): boolean =>
  FORM.test(text) && isRealDay(text.slice(0, 10)) && Option.isSome(DateTime.make(text))

/**
 * A moment as callers write it: ISO 8601 with a time and its offset from UTC. What else JavaScript takes for a date, such
 * as `5` (May 2001) or 30 February (2 March), is refused: too much hangs on it.
 */
export const Moment = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      isMoment(text) ? undefined : "must be a moment in ISO 8601 with its offset, such as 2026-03-01T06:00:00Z"
    )
  ),
  Schema.decodeTo(Schema.DateTimeUtcFromString)
)
