import { monitorEventLoopDelay } from "node:perf_hooks"
import { DueBacklog } from "@landfall/core/alerts/delivery/DueBacklog"
import type { DispatcherHealth } from "@landfall/core/alerts/dispatch/DispatcherHealth"
import { Clock, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { LocalWorker } from "./LocalWorker.ts"
import { Metrics } from "./Metrics.ts"

type MetricsService = Metrics["Service"]

/** How often the event loop is looked at; what it is late by beyond that is its delay. */
const SAMPLE_INTERVAL_MILLIS = 20
const NANOS_PER_SECOND = 1e9
const MILLIS_PER_SECOND = 1000

const recordProcessMetrics = (figures: MetricsService, delay: ReturnType<typeof monitorEventLoopDelay>): void => {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  figures.gauge("process_resident_memory_bytes", "Resident memory", rss)
  figures.gauge("landfall_heap_used_bytes", "Memory in use by objects of JavaScript", heapUsed)
  figures.counter("process_cpu_seconds_total", "Processor time used", (user + system) / 1e6)
  for (const percentile of [50, 99, 100]) {
    const late = delay.percentile(percentile) / NANOS_PER_SECOND - SAMPLE_INTERVAL_MILLIS / MILLIS_PER_SECOND
    figures.gauge(
      "landfall_event_loop_delay_seconds",
      "How late the event loop was since the figures were read last",
      Math.max(0, late),
      { quantile: String(percentile / 100) }
    )
  }
  delay.reset()
}

const recordWorkerMetrics = (figures: MetricsService, health: DispatcherHealth, now: number): void => {
  const { attempts, inFlight, waiting, unrecorded, lastClaimAt, storageUnavailableSince } = health
  const attempted = "Attempts to deliver recorded since the start, by what came of them"
  const { succeeded, retried, exhausted, leasesLost } = attempts
  for (const [outcome, total] of Object.entries({
    succeeded,
    retried,
    given_up: exhausted,
    lease_lost: leasesLost
  })) {
    figures.counter("landfall_delivery_attempts_total", attempted, total, { outcome })
  }
  figures.gauge("landfall_deliveries_in_flight", "Deliveries being sent now", inFlight)
  figures.gauge("landfall_deliveries_leased_waiting", "Deliveries leased and not begun", waiting)
  figures.gauge("landfall_deliveries_unrecorded", "Outcomes that are not stored yet", unrecorded)
  const ago = (since: Option.Option<number>) =>
    Option.match(since, { onNone: () => 0, onSome: (at) => Math.max(0, now - at) / MILLIS_PER_SECOND })
  figures.gauge(
    "landfall_storage_away_seconds",
    "How long the worker has been without its storage",
    ago(storageUnavailableSince)
  )
  if (Option.isSome(lastClaimAt)) {
    figures.gauge("landfall_last_claim_age_seconds", "Since when nothing was claimed", ago(lastClaimAt))
  }
}

/** `GET /metrics`, in Prometheus's text format, without an API key. */
const metricsRoute = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const figures = yield* Metrics
    const backlog = yield* DueBacklog
    const { health } = yield* LocalWorker
    const delay = yield* Effect.acquireRelease(
      Effect.sync(() => monitorEventLoopDelay({ resolution: SAMPLE_INTERVAL_MILLIS })),
      (delay) => Effect.sync(() => delay.disable())
    )
    delay.enable()

    const tellBacklog = Effect.match(backlog.measure, {
      onFailure: () => figures.gauge("landfall_storage_up", "Whether the storage answered", 0),
      onSuccess: ({ due, oldestDueMillis }) => {
        figures.gauge("landfall_storage_up", "Whether the storage answered", 1)
        figures.gauge("landfall_deliveries_due", "Deliveries that could be sent now, counted up to 10000", due)
        figures.gauge(
          "landfall_deliveries_oldest_due_age_seconds",
          "How long the delivery that is due the longest has been",
          oldestDueMillis / MILLIS_PER_SECOND
        )
      }
    })

    const answer = Effect.gen(function* () {
      recordProcessMetrics(figures, delay)
      const now = yield* Clock.currentTimeMillis
      const worker = yield* health
      if (Option.isSome(worker)) recordWorkerMetrics(figures, worker.value, now)
      yield* tellBacklog
      return HttpServerResponse.text(yield* figures.text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
    })
    yield* router.add("GET", "/metrics", answer)
  })
)

/** `/metrics`, when the settings say so. */
export const layer = (isOn: boolean) => (isOn ? metricsRoute : Layer.empty)
