/** An instant in UTC, such as "2026-05-04 10:30:00 UTC". */
export const instantInUtc = (instant: number | string): string =>
  new Date(instant)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC")
