import { DateTime, Option, Schema } from "effect"

const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

/** Whether a date exists in the calendar. JavaScript reads 30 February as 2 March. */
const isCalendarDate = (day: string): boolean =>
  Option.exists(DateTime.make(`${day}T00:00:00Z`), (midnight) => DateTime.formatIsoDateUtc(midnight) === day)

const instantFault = (text: string): string | undefined =>
  INSTANT_PATTERN.test(text) && isCalendarDate(text.slice(0, 10)) && Option.isSome(DateTime.make(text))
    ? undefined
    : "must be an instant of ISO 8601 with its zone, such as 2026-03-01T12:00:00Z"

/**
 * An instant in ISO 8601 with a time and a zone. Other texts that JavaScript reads as a date, such as `5` (May 2001), are
 * rejected.
 */
export const BodyInstant = Schema.String.pipe(
  Schema.check(Schema.makeFilter(instantFault)),
  Schema.decodeTo(Schema.DateTimeUtcFromString)
)

/** Like `BodyInstant`, in a query. There a `+` that is not written as `%2B` arrives as a space. */
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

/** The parameters `since` and `until` of a list, which filter by `property`. */
export const windowFields = (property: string) => ({
  since: Schema.optionalKey(QueryInstant).annotateKey({
    description: `Returns rows whose ${property} is at or after this instant, ISO 8601.`
  }),
  until: Schema.optionalKey(QueryInstant).annotateKey({
    description: `Returns rows whose ${property} is before this instant, ISO 8601.`
  })
})
