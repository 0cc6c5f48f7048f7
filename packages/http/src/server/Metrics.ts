import { Clock, Context, Effect, Layer, Metric } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"

/** Upper bounds of the classes that durations are counted in, in seconds. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const NANOS_PER_SECOND = 1e9

/** The figures of this process, as Prometheus reads them. */
export class Metrics extends Context.Service<
  Metrics,
  {
    /** Nanoseconds of a clock that runs evenly: when something began. */
    readonly monotonicNanos: () => bigint
    /** Counts an answered request. `operation` is its method and the form of its path, never the path itself. */
    readonly recordRequest: (operation: string, status: number, started: bigint) => void
    /** Has `value` told whenever the figures are read, under a name and labels that stand for one thing. */
    readonly gauge: (
      name: string,
      description: string,
      value: number,
      labels?: Readonly<Record<string, string>>
    ) => void
    /** As `gauge` for what only rises: `total` since the start of the process. */
    readonly counter: (
      name: string,
      description: string,
      total: number,
      labels?: Readonly<Record<string, string>>
    ) => void
    /** Has what goes by a name tell its figures each time that they are read, in place of what went by it before. */
    readonly registerCollector: (name: string, tell: () => void) => void
    /** All figures in Prometheus's text format. */
    readonly text: Effect.Effect<string>
  }
>()("@landfall/http/server/Metrics") {
  static readonly layer = Layer.effect(
    Metrics,
    Effect.map(Clock.Clock, (clock) => {
      // A registry of our own: two services in one process do not add up.
      const own = Context.make(Metric.MetricRegistry, new Map())
      const requests = new Map<string, Metric.Histogram<number>>()
      const watched = new Map<string, () => void>()
      const totals = new Map<string, number>()

      const histogramOf = (operation: string, status: number) => {
        const key = `${status} ${operation}`
        const known = requests.get(key)
        if (known !== undefined) return known
        const histogram = Metric.histogram("landfall_http_request_duration_seconds", {
          description: "Requests answered, by operation and status, and how long each took",
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
          histogramOf(operation, status).updateUnsafe(seconds, own)
        },
        gauge: (name, description, value, attributes = {}) =>
          Metric.gauge(name, { description, attributes }).updateUnsafe(value, own),
        counter: (name, description, total, attributes = {}) => {
          const key = `${name} ${JSON.stringify(attributes)}`
          const counter = Metric.counter(name, { description, attributes, incremental: true })
          const before = totals.get(key) ?? 0
          // What began anew counts from nothing.
          counter.updateUnsafe(total < before ? total : total - before, own)
          totals.set(key, total)
        },
        registerCollector: (name, tell) => void watched.set(name, tell),
        text: Effect.sync(() => {
          for (const tell of watched.values()) tell()
          return PrometheusMetrics.formatUnsafe(own)
        })
      })
    })
  )
}
