import { formatCount } from "@landfall/core/listing/Count"
import { Clock, Effect } from "effect"
import type { VesselCounts } from "./VesselLimit.ts"

/** The shortest time between two lines. */
const LOG_INTERVAL_MILLIS = 3_600_000

/** Makes a log of the exclusions by the limit: a warning at the first, and at most one in an hour. */
export const makeVesselLimitLog = (maxVessels: number): ((counts: VesselCounts) => Effect.Effect<void>) => {
  let logged = { dropped: 0, skippedReports: 0 }
  let loggedAt = Number.NEGATIVE_INFINITY
  return ({ dropped, skippedReports }) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const vessels = dropped - logged.dropped
      const reports = skippedReports - logged.skippedReports
      if ((vessels === 0 && reports === 0) || now - loggedAt < LOG_INTERVAL_MILLIS) return Effect.void
      logged = { dropped, skippedReports }
      loggedAt = now
      return Effect.logWarning(
        `More vessels are received than the ${maxVessels} that LANDFALL_AIS_MAX_VESSELS allows: ${formatCount(vessels, "vessel")} dropped, ${formatCount(reports, "report")} of further vessels skipped. Search the sources for invented MMSIs, or raise the limit (about 410 bytes of memory for each vessel).`
      )
    })
}
