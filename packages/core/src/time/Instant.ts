import { DateTime, Schema } from "effect"
import { HOUR_MILLIS } from "./Durations.ts"

/**
 * An instant in milliseconds since 1970-01-01T00:00:00Z. Tracking and congestion compare thousands of instants per
 * event, so core represents them as numbers; they are written as ISO 8601 at every edge.
 */
export const Instant = Schema.Int.pipe(Schema.brand("Instant"))
export type Instant = typeof Instant.Type

/** Tests whether a number is a valid instant. A plain type guard in place of the schema, for hot paths. */
export const isInstant = (millis: number): millis is Instant => Number.isSafeInteger(millis)

/** Milliseconds as an instant. Throws as `Instant.make` does, at a fraction of its cost: every event has several. */
export const toInstant = (millis: number): Instant => (isInstant(millis) ? millis : Instant.make(millis))

/** The instant of a date-time of Effect, whatever its time zone. */
export const instantOf = (dateTime: DateTime.DateTime): Instant => toInstant(DateTime.toEpochMillis(dateTime))

/** ISO 8601 in UTC with milliseconds, such as `2026-01-25T06:06:00.000Z`. */
export const isoOf = (instant: Instant): string => new Date(instant).toISOString()

/** Hours from one instant to another, rounded to four decimals (0.36 s); negative when `to` is before `from`. */
export const hoursBetween = (from: Instant, to: Instant): number =>
  Math.round(((to - from) / HOUR_MILLIS) * 10_000) / 10_000
