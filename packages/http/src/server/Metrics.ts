import { Clock, Context, Effect, Layer, Metric } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"

/** Upper bounds of the histogram of durations, in seconds. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const NANOS_PER_SECOND = 1e9

/** The metrics of this process in the format of Prometheus. */
export class Metrics extends Context.Service<
  Metrics,
  {
    /** The time of a monotonic clock in nanoseconds. */
    readonly monotonicNanos: () => bigint
    /** Records the duration of a request. `operation` is its method and path pattern, never the path itself. */
    readonly recordRequest: (operation: string, status: number, started: bigint) => void
    /** Sets the value of a gauge, which name and labels identify. */
    readonly gauge: (
      name: string,
      description: string,
      value: number,
      labels?: Readonly<Record<string, string>>
    ) => void
    /** Sets the value of a counter: `total` since the start of the process. */
    readonly counter: (
      name: string,
      description: string,
      total: number,
      labels?: Readonly<Record<string, string>>
    ) => void
    /** Registers a function that sets metrics before each read. It replaces the function with the same name. */
    readonly registerCollector: (name: string, collect: () => void) => void
    /** All metrics in the text format of Prometheus. */
    readonly text: Effect.Effect<string>
  }
>()("@landfall/http/server/Metrics") {
  static readonly layer = Layer.effect(
    Metrics,
    Effect.map(Clock.Clock, (clock) => {
      // A registry per service: two services in one process must not share metrics.
      const registry = Context.make(Metric.MetricRegistry, new Map())
      const requests = new Map<string, Metric.Histogram<number>>()
      const collectors = new Map<string, () => void>()
      const totals = new Map<string, number>()

      const histogramOf = (operation: string, status: number) => {
        const key = `${status} ${operation}`
        const known = requests.get(key)
        if (known !== undefined) return known
        const histogram = Metric.histogram("landfall_http_request_duration_seconds", {
          description: "Duration of requests by operation and status",
          boundaries: DURATION_BUCKETS_SECONDS,
          attributes: { operation, status: String(status) }
        })
        requests.set(key, histogram)
        return histogram
      }

      return Metrics.of({
        monotonicNanos: () => clock.monotonicTimeNanosUnsafe(),
        recordRequest: (operation, status, started) => {
          const seconds = Number(clock.monotonicTimeNanosUnsafe() - started) / NANOS_PER_SECOND
          histogramOf(operation, status).updateUnsafe(seconds, registry)
        },
        gauge: (name, description, value, attributes = {}) =>
          Metric.gauge(name, { description, attributes }).updateUnsafe(value, registry),
        counter: (name, description, total, attributes = {}) => {
          const key = `${name} ${JSON.stringify(attributes)}`
          const counter = Metric.counter(name, { description, attributes, incremental: true })
          const before = totals.get(key) ?? 0
          // A total that decreased has restarted at zero.
          counter.updateUnsafe(total < before ? total : total - before, registry)
          totals.set(key, total)
        },
        registerCollector: (name, collect) => void collectors.set(name, collect),
        text: Effect.sync(() => {
          for (const collect of collectors.values()) collect()
          return PrometheusMetrics.formatUnsafe(registry)
        })
      })
    })
  )
}
