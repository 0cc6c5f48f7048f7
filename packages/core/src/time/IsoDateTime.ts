import { DateTime, Option, Schema } from "effect"

/** An ISO 8601 date and time in UTC: the form of every timestamp in responses and webhooks. */
export const IsoDateTime = Schema.String.annotate({
  description: "ISO 8601 date and time in UTC.",
  format: "date-time"
})

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

/** Whether a date exists in the calendar. JavaScript reads 30 February as 2 March. */
const isCalendarDate = (day: string): boolean =>
  Option.exists(DateTime.make(`${day}T00:00:00Z`), (midnight) => DateTime.formatIsoDateUtc(midnight) === day)

/** The instant of an ISO 8601 text with a time and a zone; none for other texts that JavaScript reads as a date, such as `5`. */
export const parseInstant = (text: string): Option.Option<DateTime.Utc> =>
  INSTANT.test(text) && isCalendarDate(text.slice(0, 10))
    ? Option.map(DateTime.make(text), DateTime.toUtc)
    : Option.none()

/** What is wrong with a text that is not an instant; undefined if it is one. */
export const instantFault = (text: string): string | undefined =>
  Option.isSome(parseInstant(text))
    ? undefined
    : "must be an instant of ISO 8601 with its zone, such as 2026-03-01T12:00:00Z"

/** An instant that people or programs send. */
export const InstantFromInput = Schema.String.pipe(
  Schema.check(Schema.makeFilter(instantFault)),
  Schema.decodeTo(Schema.DateTimeUtcFromString)
)
