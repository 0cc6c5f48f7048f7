import { DAY_MILLIS } from "@landfall/core/time/Durations"
import { type Instant, isInstant } from "@landfall/core/time/Instant"
import type { AisTally } from "./AisTally.ts"
import type { ReportStamp } from "./MessageReports.ts"
import type { ReplayTest } from "./ReplayTest.ts"

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

/** Tests whether the timestamp of a live report is too late to be the delay of a source. */
export const isOldTimestamp = (stampedMillis: number, arrivedAt: number): boolean =>
  arrivedAt - stampedMillis > MAX_LIVE_LATE_MILLIS

/** Determines the timestamp of a report. */
export interface ReportClock {
  /**
   * The timestamp of the source; `stampedMillis` is NaN when it has none. A missing or implausible timestamp is replaced
   * by the time of arrival for a live source; for a recorded one it is undefined and counted. While `replay` is
   * undecided, an old timestamp is returned as it is.
   */
  readonly stamp: (stampedMillis: number, arrivedAt: Instant) => ReportStamp | undefined
}

/**
 * Makes the clock of a source. `replay` decides whether old timestamps of a live source are those of a record; without it
 * they are those of a wrong clock.
 */
export const makeReportClock = (
  source: string,
  liveness: Liveness,
  tally: AisTally,
  replay?: ReplayTest
): ReportClock => {
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
      if (liveness === "live") {
        const isOld = isOldTimestamp(stampedMillis, arrivedAt)
        if (!isOld) replay?.current()
        const isWrong = isOld && (replay === undefined || replay.old(stampedMillis, arrivedAt) === "clock_off")
        if (isWrong || stampedMillis > arrivedAt + MAX_LIVE_EARLY_MILLIS) {
          tally.addOccurrence("clock_off")
          return stampArrival(arrivedAt)
        }
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
