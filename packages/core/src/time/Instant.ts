import { DateTime, Schema } from "effect"

export const HOUR_MILLIS = 3_600_000
export const DAY_MILLIS = 24 * HOUR_MILLIS

/**
 * A moment in milliseconds since 1970-01-01T00:00:00Z. Derivation compares thousands of dates for every event that
 * comes in, so tracking holds them as numbers; they are written as ISO 8601 wherever they leave.
 */
export const Instant = Schema.Int.pipe(Schema.brand("Instant"))
export type Instant = typeof Instant.Type

/** Whether a number can be a moment. For what comes by the million. */
export const isInstant = (millis: number): millis is Instant => Number.isSafeInteger(millis)

export const instantOf = (moment: DateTime.DateTime): Instant => Instant.make(DateTime.toEpochMillis(moment))

/** ISO 8601 in UTC with milliseconds, such as `2026-01-25T06:06:00.000Z`. */
export const isoOf = (instant: Instant): string => DateTime.formatIso(DateTime.makeUnsafe(instant))

/** Whole hours and their fraction to four decimals (a third of a second), from one moment to another; negative backwards. */
export const hoursBetween = (from: Instant, to: Instant): number =>
  Math.round(((to - from) / HOUR_MILLIS) * 10_000) / 10_000
