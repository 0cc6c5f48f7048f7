import { DAY_MILLIS, type Instant, isInstant } from "@landfall/core/time/Instant"
import type { AisTally } from "./AisTally.ts"
import type { ReportStamp } from "./MessageReports.ts"

/** The earliest plausible timestamp, 1990-01-01T00:00:00Z: the first trials of AIS were in the 1990s. */
const EARLIEST_MILLIS = 631_152_000_000

/** The largest lead of the clock of a station; a later timestamp is rejected. */
const MAX_AHEAD_MILLIS = DAY_MILLIS

/** The largest delay of a live source. Satellite reception is hours late; an older timestamp means a wrong clock. */
const MAX_LIVE_LATE_MILLIS = 7 * DAY_MILLIS

/** The largest lead of a live source; a later timestamp means a wrong clock. */
const MAX_LIVE_EARLY_MILLIS = 5 * 60_000

/** Whether a source is live or recorded. */
export type Liveness = "live" | "recorded"

/** Determines the timestamp of a report. */
export interface ReportClock {
  /**
   * The timestamp of the source; `stampedMillis` is NaN when it has none. A missing or implausible timestamp is replaced
   * by the time of arrival for a live source; for a recorded one it is undefined and counted.
   */
  readonly stamp: (stampedMillis: number, arrivedAt: Instant) => ReportStamp | undefined
}

export const makeReportClock = (source: string, liveness: Liveness, tally: AisTally): ReportClock => {
  let arrival: ReportStamp | undefined
  const stampArrival = (at: Instant): ReportStamp => {
    if (arrival?.at !== at) arrival = { at, clock: "arrival", source }
    return arrival
  }
  return {
    stamp: (stampedMillis, arrivedAt) => {
      if (Number.isNaN(stampedMillis)) {
        if (liveness === "live") return stampArrival(arrivedAt)
        tally.addOccurrence("no_time")
        return undefined
      }
      const lateMillis = arrivedAt - stampedMillis
      if (liveness === "live" && (lateMillis > MAX_LIVE_LATE_MILLIS || lateMillis < -MAX_LIVE_EARLY_MILLIS)) {
        tally.addOccurrence("clock_off")
        return stampArrival(arrivedAt)
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
