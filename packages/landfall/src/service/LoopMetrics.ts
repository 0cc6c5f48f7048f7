import { type AttemptFigures, AttemptMetrics, attemptResultOf } from "@landfall/core/alerts/dispatch/AttemptMetrics"
import { FeedLagMetrics, type SourceLag } from "@landfall/core/congestion/detection/FeedLag"
import type { PortCallChange } from "@landfall/core/congestion/detection/PortCall"
import {
  type PortCallChangeKind,
  PortCallMetrics,
  portCallChangeKindOf
} from "@landfall/core/congestion/detection/PortCallMetrics"
import type { FleetParts } from "@landfall/core/congestion/fleet/FleetParts"
import { type PollFigures, PollMetrics } from "@landfall/core/tracking/polling/PollMetrics"
import { Metrics } from "@landfall/http/metrics/Metrics"
import { FleetPartMetrics } from "@landfall/worker/congestion/FleetPartMetrics"
import { type VesselCounts, VesselLimitMetrics } from "@landfall/worker/congestion/VesselLimit"
import { Context, Effect, Layer, Option } from "effect"

type MetricsService = Metrics["Service"]

const MILLIS_PER_SECOND = 1000

const recordAttempt =
  (metrics: MetricsService) =>
  ({ outcome, durationMillis }: AttemptFigures): void =>
    metrics.observeSeconds(
      "landfall_delivery_attempt_duration_seconds",
      "Duration of attempts, by the class of the status or the reason why no response arrived",
      durationMillis / MILLIS_PER_SECOND,
      { result: attemptResultOf(outcome) }
    )

const recordPoll =
  (metrics: MetricsService) =>
  ({ scac, outcome, requests, unreadable, durationMillis }: PollFigures): void => {
    const carrier = { carrier: scac }
    metrics.add("landfall_carrier_polls_total", "Polls of carriers, by outcome", 1, { ...carrier, outcome })
    metrics.add("landfall_carrier_requests_total", "Requests sent to carriers", requests, carrier)
    // Added also without any: a series that begins at zero shows its first change as an increase.
    metrics.add(
      "landfall_carrier_unreadable_events_total",
      "Events of carriers that could not be read",
      unreadable,
      carrier
    )
    metrics.observeSeconds(
      "landfall_carrier_poll_duration_seconds",
      "Duration of polls, with all requests of each",
      durationMillis / MILLIS_PER_SECOND,
      carrier
    )
  }

const recordPortCalls = (metrics: MetricsService) => {
  const add = (change: PortCallChangeKind, amount: number) =>
    metrics.add("landfall_port_call_changes_total", "Port calls detected in live AIS, by change", amount, {
      change
    })
  // A series that begins at zero shows its first change as an increase.
  for (const kind of ["started", "updated", "ended"] as const) add(kind, 0)
  return (changes: ReadonlyArray<PortCallChange>): void => {
    for (const change of changes) if (change.after.assignment === undefined) add(portCallChangeKindOf(change), 1)
  }
}

const recordLag =
  (metrics: MetricsService) =>
  (sources: ReadonlyArray<SourceLag>): void => {
    for (const { source, lagSeconds } of sources)
      if (Option.isSome(lagSeconds))
        metrics.gauge(
          "landfall_ais_lag_seconds",
          "Median time from the timestamp of a report to its arrival",
          lagSeconds.value,
          { source }
        )
  }

const recordParts =
  (metrics: MetricsService) =>
  ({ count, parts }: FleetParts): void => {
    for (let part = 1; part <= count; part++)
      metrics.gauge(
        "landfall_ais_part_held",
        "Whether this process detects the vessels of a part",
        parts.includes(part) ? 1 : 0,
        { part: String(part) }
      )
  }

const recordVessels =
  (metrics: MetricsService) =>
  ({ vessels, dropped, skippedReports }: VesselCounts): void => {
    metrics.gauge("landfall_ais_vessels", "Vessels that this process follows", vessels)
    metrics.setTotal(
      "landfall_ais_vessels_dropped_total",
      "Vessels that this process has dropped because it follows at most LANDFALL_AIS_MAX_VESSELS",
      dropped
    )
    metrics.setTotal(
      "landfall_ais_reports_skipped_total",
      "Reports of vessels that this process does not follow, because it follows at most LANDFALL_AIS_MAX_VESSELS",
      skippedReports
    )
  }

/** Adds the figures of the background loops to the metrics of this process. */
export const layer = Layer.effectContext(
  Effect.map(Metrics, (metrics) =>
    Context.make(PollMetrics, { recordPoll: recordPoll(metrics) }).pipe(
      Context.add(AttemptMetrics, recordAttempt(metrics)),
      Context.add(PortCallMetrics, recordPortCalls(metrics)),
      Context.add(FeedLagMetrics, recordLag(metrics)),
      Context.add(FleetPartMetrics, recordParts(metrics)),
      Context.add(VesselLimitMetrics, recordVessels(metrics))
    )
  )
)
