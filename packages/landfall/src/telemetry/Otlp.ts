import { hostname } from "node:os"
import { Metrics } from "@landfall/http/metrics/Metrics"
import { Clock, Duration, Effect, Layer, type Logger, Redacted, Schedule, type Tracer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { OtlpExporter, OtlpLogger, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { VERSION } from "./Version.ts"

/** The settings of the export to an OpenTelemetry collector. */
export interface OtlpOptions {
  /** The base URL of the collector, to which `/v1/traces`, `/v1/logs` and `/v1/metrics` are appended. */
  readonly endpoint: string
  readonly protocol: "http/protobuf" | "http/json"
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly serviceName: string
  /** The id of this process in its exports, so that the metrics of several processes do not mix. */
  readonly instance: string
  /** The share of traces that is exported, from 0 to 1. */
  readonly tracesShare: number
  readonly metricIntervalMillis: number
}

/** The time limit of the last export when the process stops. */
const SHUTDOWN_TIMEOUT = Duration.seconds(3)

/** A continuing failure is logged again after this time. */
const WARNING_INTERVAL_MILLIS = 60_000

/** A client that logs the reason why the collector rejects an export: the exporters drop it and pause for a minute. */
const exportClient = Effect.gen(function* () {
  const client = yield* HttpClient.HttpClient
  let warnedAt = Number.NEGATIVE_INFINITY
  const warn = Effect.fnUntraced(function* (url: string, problem: string) {
    const now = yield* Clock.currentTimeMillis
    if (now - warnedAt < WARNING_INTERVAL_MILLIS) return
    warnedAt = now
    const { origin, pathname } = new URL(url)
    yield* Effect.logWarning(
      `Telemetry cannot be exported to ${origin}${pathname}: ${problem}. Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.`
    )
  })
  return client.pipe(
    HttpClient.tap(({ request, status }) =>
      status < 400 ? Effect.void : warn(request.url, `the collector responded with status ${status}`)
    ),
    HttpClient.tapError(({ request }) => warn(request.url, "the collector cannot be reached"))
  )
})

const clientLayer = Layer.effect(HttpClient.HttpClient, exportClient).pipe(Layer.provide(FetchHttpClient.layer))

/**
 * The unit of a metric, in the notation of OpenTelemetry (UCUM), by the end of its name as Prometheus names it. Empty for
 * counts and states: with the unit 1, Prometheus and collectors append `_ratio` to the name of a gauge.
 */
export const metricUnitOf = (name: string): string => {
  const measured = name.replace(/_total$/, "")
  if (measured.endsWith("_seconds")) return "s"
  return measured.endsWith("_bytes") ? "By" : ""
}

/** A serialization that states the unit of each metric, which the registry of `effect` does not contain. */
const withMetricUnits = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, ({ traces, logs, metrics }) => ({
    traces,
    logs,
    metrics: ({ resourceMetrics }) =>
      metrics({
        resourceMetrics: resourceMetrics.map((resource) => ({
          ...resource,
          scopeMetrics: resource.scopeMetrics.map((scope) => ({
            ...scope,
            metrics: scope.metrics.map((metric) => ({ ...metric, unit: metricUnitOf(metric.name) }))
          }))
        }))
      })
  }))
)

/** The services of the exporters. */
const exporterLayer = ({ protocol }: OtlpOptions) =>
  Layer.mergeAll(
    clientLayer,
    OtlpExporter.layerFlusher,
    Layer.provide(
      withMetricUnits,
      protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf
    )
  )

const requestOf = ({ endpoint, headers, serviceName, instance }: OtlpOptions, signal: string) => ({
  url: `${endpoint.replace(/\/+$/, "")}/v1/${signal}`,
  headers: Redacted.value(headers),
  shutdownTimeout: SHUTDOWN_TIMEOUT,
  resource: {
    serviceName,
    serviceVersion: VERSION,
    attributes: { "service.instance.id": instance, "host.name": hostname(), "process.pid": process.pid }
  }
})

/** Builds a logger and a tracer that export to the collector, until the scope closes. */
export const makeLogsAndTraces = Effect.fnUntraced(function* (options: OtlpOptions) {
  const exporting = yield* Layer.build(exporterLayer(options))
  const logger: Logger.Logger<unknown, void> = yield* Effect.provideContext(
    OtlpLogger.make(requestOf(options, "logs")),
    exporting
  )
  const tracer: Tracer.Tracer = yield* Effect.provideContext(OtlpTracer.make(requestOf(options, "traces")), exporting)
  return { logger, tracer }
})

const exportMetrics = Effect.fnUntraced(function* (options: OtlpOptions) {
  const metrics = yield* Metrics
  const { flush } = yield* OtlpExporter.Flusher
  // The values are collected for each export, so that this loop exports in place of the exporter.
  yield* OtlpMetrics.make({
    ...requestOf(options, "metrics"),
    exportInterval: Duration.infinity
  }).pipe(Effect.provideContext(metrics.registry))
  yield* Effect.addFinalizer(() => metrics.collect)
  yield* Effect.andThen(metrics.collect, flush).pipe(
    Effect.schedule(Schedule.spaced(Duration.millis(options.metricIntervalMillis))),
    Effect.forkScoped
  )
})

/** Exports the metrics of this process. */
export const metricsLayer = (options: OtlpOptions) =>
  Layer.effectDiscard(exportMetrics(options)).pipe(Layer.provide(exporterLayer(options)))
