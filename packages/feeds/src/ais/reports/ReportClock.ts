import { DAY_MILLIS, type Instant, isInstant } from "@landfall/core/time/Instant"
import type { AisTally } from "./AisTally.ts"
import type { ReportStamp } from "./MessageReports.ts"

/** No AIS is older: its first trials were in the 1990s. 1990-01-01T00:00:00Z. */
export const EARLIEST_MILLIS = 631_152_000_000

/** Stations' clocks may run this far ahead of ours before a time is refused. */
export const MAX_AHEAD_MILLIS = DAY_MILLIS

/** Live sources may be late, those that satellites hear by hours; a stamp older than this is a wrong clock. */
export const MAX_LIVE_LATE_MILLIS = 7 * DAY_MILLIS

/** A live source that is ahead of our clock by more than this has a wrong one. */
export const MAX_LIVE_EARLY_MILLIS = 5 * 60_000

/** Whether a source tells what is heard now, or what was once. */
export type Liveness = "live" | "recorded"

/** Says when a report was so. */
export interface ReportClock {
  /**
   * The time that the source stamped; `stampedMillis` is NaN where it did not. A time that is missing or cannot be is
   * that of arrival for a live source; for a record it is undefined, and counted.
   */
  readonly stamp: (stampedMillis: number, arrivedAt: Instant) => ReportStamp | undefined
}

export const makeReportClock = (source: string, liveness: Liveness, tally: AisTally): ReportClock => {
  let arrival: ReportStamp | undefined
  const onArrival = (at: Instant): ReportStamp => {
    if (arrival?.at !== at) arrival = { at, clock: "arrival", source }
    return arrival
  }
  return {
    stamp: (stampedMillis, arrivedAt) => {
      if (Number.isNaN(stampedMillis)) {
        if (liveness === "live") return onArrival(arrivedAt)
        tally.addOccurrence("no_time")
        return undefined
      }
      const lateMillis = arrivedAt - stampedMillis
      if (liveness === "live" && (lateMillis > MAX_LIVE_LATE_MILLIS || lateMillis < -MAX_LIVE_EARLY_MILLIS)) {
        tally.addOccurrence("clock_off")
        return onArrival(arrivedAt)
      }
      if (
        !isInstant(stampedMillis) ||
        stampedMillis < EARLIEST_MILLIS ||
        stampedMillis > arrivedAt + MAX_AHEAD_MILLIS
      ) {
        tally.addOccurrence("time_out_of_range")
        return undefined
      }
      return { at: stampedMillis, clock: "source", source }
    }
  }
}
