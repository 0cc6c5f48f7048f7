/** Milliseconds of an hour. */
export const HOUR_MILLIS = 3_600_000
/** Milliseconds of a day of 24 hours. */
export const DAY_MILLIS = 24 * HOUR_MILLIS
