import { Clock, Context, Effect, Layer, Metric } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"

/** Upper bounds of the histograms of durations, in seconds. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

const NANOS_PER_SECOND = 1e9

/** The labels that distinguish the series of one metric. Never an id of a customer: every value is another series. */
export type MetricLabels = Readonly<Record<string, string>>

/** The metrics of this process. `/metrics` and the OTLP export read the same registry. */
export class Metrics extends Context.Service<
  Metrics,
  {
    /** The time of a monotonic clock in nanoseconds. */
    readonly monotonicNanos: () => bigint
    /** Records the duration of a request and returns it in seconds. `operation` is its method and path pattern, never the path itself. */
    readonly recordRequest: (operation: string, status: number, started: bigint) => number
    /** Adds a duration to a histogram. */
    readonly observeSeconds: (name: string, description: string, seconds: number, labels?: MetricLabels) => void
    /** Sets the value of a gauge, which name and labels identify. */
    readonly gauge: (name: string, description: string, value: number, labels?: MetricLabels) => void
    /** Removes the gauges with these labels, of an object that no longer exists. */
    readonly removeGauges: (labels: MetricLabels) => void
    /** The function that adds to a counter, for one that every request adds to: it looks nothing up. */
    readonly counter: (name: string, description: string, labels?: MetricLabels) => (amount: number) => void
    /** Adds to a counter. */
    readonly add: (name: string, description: string, amount: number, labels?: MetricLabels) => void
    /** Sets the value of a counter: `total` since the start of the process. */
    readonly setTotal: (name: string, description: string, total: number, labels?: MetricLabels) => void
    /** Registers an effect that sets metrics before each read. It replaces the effect with the same name. */
    readonly registerCollector: (name: string, collect: Effect.Effect<void>) => void
    /** Runs the collectors, so that the registry holds the current values. */
    readonly collect: Effect.Effect<void>
    /** All metrics, collected now, in the text format of Prometheus. */
    readonly text: Effect.Effect<string>
    /** The context that holds the registry, for exporters of `effect`. */
    readonly registry: Context.Context<never>
  }
>()("@landfall/http/metrics/Metrics") {
  static readonly layer = Layer.effect(
    Metrics,
    Effect.map(Clock.Clock, (clock) => {
      // A registry per service: two services in one process must not share metrics.
      const series: Context.Service.Shape<typeof Metric.MetricRegistry> = new Map()
      const registry = Context.make(Metric.MetricRegistry, series)
      // Metrics are retained, because creating one costs more than recording a value.
      const histograms = new Map<string, Metric.Histogram<number>>()
      const counters = new Map<string, Metric.Counter<number>>()
      const collectors = new Map<string, Effect.Effect<void>>()
      const totals = new Map<string, number>()

      const keyOf = (name: string, labels: MetricLabels) => `${name} ${JSON.stringify(labels)}`

      /** The histograms of requests by operation and status: every request records one. */
      const requestHistograms = new Map<string, Map<number, Metric.Histogram<number>>>()

      const requestHistogramOf = (operation: string, status: number): Metric.Histogram<number> => {
        const existing = requestHistograms.get(operation)?.get(status)
        if (existing !== undefined) return existing
        const histogram = Metric.histogram("landfall_http_request_duration_seconds", {
          description: "Duration of requests in seconds, by operation and status",
          boundaries: DURATION_BUCKETS_SECONDS,
          attributes: { operation, status: String(status) }
        })
        const byStatus = requestHistograms.get(operation) ?? new Map<number, Metric.Histogram<number>>()
        requestHistograms.set(operation, byStatus.set(status, histogram))
        return histogram
      }

      const histogramOf = (key: string, name: string, description: string, attributes: MetricLabels) => {
        const existing = histograms.get(key)
        if (existing !== undefined) return existing
        const histogram = Metric.histogram(name, { description, boundaries: DURATION_BUCKETS_SECONDS, attributes })
        histograms.set(key, histogram)
        return histogram
      }

      const counterOf = (name: string, description: string, attributes: MetricLabels) => {
        const key = keyOf(name, attributes)
        const existing = counters.get(key)
        if (existing !== undefined) return existing
        const counter = Metric.counter(name, { description, attributes, incremental: true })
        counters.set(key, counter)
        return counter
      }

      const counter = (name: string, description: string, attributes: MetricLabels = {}) => {
        const series = counterOf(name, description, attributes)
        return (amount: number) => series.updateUnsafe(amount, registry)
      }

      const add = (name: string, description: string, amount: number, attributes?: MetricLabels) =>
        counter(name, description, attributes)(amount)

      const collect = Effect.suspend(() => Effect.forEach(collectors.values(), (run) => run, { discard: true }))

      return Metrics.of({
        monotonicNanos: () => clock.monotonicTimeNanosUnsafe(),
        recordRequest: (operation, status, started) => {
          const seconds = Number(clock.monotonicTimeNanosUnsafe() - started) / NANOS_PER_SECOND
          requestHistogramOf(operation, status).updateUnsafe(seconds, registry)
          return seconds
        },
        observeSeconds: (name, description, seconds, labels = {}) =>
          histogramOf(keyOf(name, labels), name, description, labels).updateUnsafe(seconds, registry),
        gauge: (name, description, value, attributes = {}) =>
          Metric.gauge(name, { description, attributes }).updateUnsafe(value, registry),
        removeGauges: (labels) => {
          for (const [key, { type, attributes }] of series) {
            const hasLabels = Object.entries(labels).every(([name, value]) => attributes?.[name] === value)
            if (type === "Gauge" && hasLabels) series.delete(key)
          }
        },
        counter,
        add,
        setTotal: (name, description, total, labels = {}) => {
          const key = keyOf(name, labels)
          const previous = totals.get(key) ?? 0
          // A total that decreased has restarted at zero.
          add(name, description, total < previous ? total : total - previous, labels)
          totals.set(key, total)
        },
        registerCollector: (name, run) => void collectors.set(name, run),
        collect,
        text: Effect.map(collect, () => PrometheusMetrics.formatUnsafe(registry)),
        registry
      })
    })
  )
}
