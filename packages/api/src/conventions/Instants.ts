import { DateTime, Option, Schema } from "effect"

const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

/** Whether there is such a day: JavaScript takes the 30th of February for the 2nd of March. */
const isCalendarDate = (day: string): boolean =>
  Option.exists(DateTime.make(`${day}T00:00:00Z`), (midnight) => DateTime.formatIsoDateUtc(midnight) === day)

const instantFault = (text: string): string | undefined =>
  INSTANT_PATTERN.test(text) && isCalendarDate(text.slice(0, 10)) && Option.isSome(DateTime.make(text))
    ? undefined
    : "must be an instant of ISO 8601 with its zone, such as 2026-03-01T12:00:00Z"

/**
 * An instant as callers write it: ISO 8601 with a time and its zone. What else JavaScript takes for a date, such as `5`
 * (May 2001), is refused: too much hangs on it.
 */
export const BodyInstant = Schema.String.pipe(
  Schema.check(Schema.makeFilter(instantFault)),
  Schema.decodeTo(Schema.DateTimeUtcFromString)
)

/** As `BodyInstant` in a query, where a `+` that is not written `%2B` comes in as a blank. */
export const QueryInstant = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      /T.* \d\d:?\d\d$/.test(text)
        ? "must have its + written as %2B, or be in UTC with a Z at its end"
        : instantFault(text)
    )
  ),
  Schema.decodeTo(Schema.DateTimeUtcFromString)
)

/** The window of a list: what a query calls it, and from when to when it goes. */
export const windowFields = (what: string) => ({
  since: Schema.optionalKey(QueryInstant).annotateKey({ description: `First instant of ${what}, ISO 8601` }),
  until: Schema.optionalKey(QueryInstant).annotateKey({
    description: `Instant before which ${what} lies, ISO 8601`
  })
})
