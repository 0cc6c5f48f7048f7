import { monitorEventLoopDelay } from "node:perf_hooks"
import { DueBacklog } from "@landfall/core/alerts/delivery/DueBacklog"
import type { DispatcherHealth } from "@landfall/core/alerts/dispatch/DispatcherHealth"
import { Clock, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { LocalWorker } from "./LocalWorker.ts"
import { Metrics } from "./Metrics.ts"

type MetricsService = Metrics["Service"]

/** Interval of the samples of the event loop delay. */
const SAMPLE_INTERVAL_MILLIS = 20
const NANOS_PER_SECOND = 1e9
const MILLIS_PER_SECOND = 1000

const recordProcessMetrics = (metrics: MetricsService, delay: ReturnType<typeof monitorEventLoopDelay>): void => {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  metrics.gauge("process_resident_memory_bytes", "Resident memory", rss)
  metrics.gauge("landfall_heap_used_bytes", "JavaScript heap in use", heapUsed)
  metrics.counter("process_cpu_seconds_total", "Processor time used", (user + system) / 1e6)
  for (const percentile of [50, 99, 100]) {
    const seconds = delay.percentile(percentile) / NANOS_PER_SECOND - SAMPLE_INTERVAL_MILLIS / MILLIS_PER_SECOND
    metrics.gauge(
      "landfall_event_loop_delay_seconds",
      "Delay of the event loop since the last read",
      Math.max(0, seconds),
      { quantile: String(percentile / 100) }
    )
  }
  delay.reset()
}

const recordWorkerMetrics = (metrics: MetricsService, health: DispatcherHealth, now: number): void => {
  const { attempts, inFlight, waiting, unrecorded, lastClaimAt, storageUnavailableSince } = health
  const description = "Delivery attempts recorded since the start, by outcome"
  const { succeeded, retried, exhausted, leasesLost } = attempts
  for (const [outcome, total] of Object.entries({
    succeeded,
    retried,
    given_up: exhausted,
    lease_lost: leasesLost
  })) {
    metrics.counter("landfall_delivery_attempts_total", description, total, { outcome })
  }
  metrics.gauge("landfall_deliveries_in_flight", "Deliveries being sent now", inFlight)
  metrics.gauge("landfall_deliveries_leased_waiting", "Deliveries leased and not yet sent", waiting)
  metrics.gauge("landfall_deliveries_unrecorded", "Outcomes of deliveries that are not stored yet", unrecorded)
  const secondsSince = (since: Option.Option<number>) =>
    Option.match(since, { onNone: () => 0, onSome: (at) => Math.max(0, now - at) / MILLIS_PER_SECOND })
  metrics.gauge(
    "landfall_storage_away_seconds",
    "Time since the storage of the worker became unavailable",
    secondsSince(storageUnavailableSince)
  )
  if (Option.isSome(lastClaimAt)) {
    metrics.gauge("landfall_last_claim_age_seconds", "Time since the last claim", secondsSince(lastClaimAt))
  }
}

/** `GET /metrics`, in the text format of Prometheus, without an API key. */
const metricsRoute = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const metrics = yield* Metrics
    const backlog = yield* DueBacklog
    const { health } = yield* LocalWorker
    const delay = yield* Effect.acquireRelease(
      Effect.sync(() => monitorEventLoopDelay({ resolution: SAMPLE_INTERVAL_MILLIS })),
      (delay) => Effect.sync(() => delay.disable())
    )
    delay.enable()

    const recordBacklog = Effect.match(backlog.measure, {
      onFailure: () => metrics.gauge("landfall_storage_up", "Whether the storage responded", 0),
      onSuccess: ({ due, oldestDueMillis }) => {
        metrics.gauge("landfall_storage_up", "Whether the storage responded", 1)
        metrics.gauge("landfall_deliveries_due", "Deliveries that are due, counted up to 10000", due)
        metrics.gauge(
          "landfall_deliveries_oldest_due_age_seconds",
          "Age of the delivery that has been due longest",
          oldestDueMillis / MILLIS_PER_SECOND
        )
      }
    })

    const response = Effect.gen(function* () {
      recordProcessMetrics(metrics, delay)
      const now = yield* Clock.currentTimeMillis
      const worker = yield* health
      if (Option.isSome(worker)) recordWorkerMetrics(metrics, worker.value, now)
      yield* recordBacklog
      return HttpServerResponse.text(yield* metrics.text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
    })
    yield* router.add("GET", "/metrics", response)
  })
)

/** The route `/metrics`, if it is enabled. */
export const layer = (isOn: boolean) => (isOn ? metricsRoute : Layer.empty)
