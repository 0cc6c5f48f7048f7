import * as CarrierMetrics from "@landfall/http/metrics/CarrierMetrics"
import * as DeliveryMetrics from "@landfall/http/metrics/DeliveryMetrics"
import { METRICS_OFF, type MetricsAddress } from "@landfall/http/metrics/MetricsAddress"
import * as ProcessMetrics from "@landfall/http/metrics/ProcessMetrics"
import * as MonitoringServer from "@landfall/http/server/MonitoringServer"
import { Effect, Layer, Option, Predicate, Schema } from "effect"
import type { OtlpOptions } from "../telemetry/Otlp.ts"
import * as Otlp from "../telemetry/Otlp.ts"
import { VERSION } from "../telemetry/Version.ts"

/** The settings of the metrics of a process. */
export interface MonitoringOptions {
  /** The address at which `/metrics` is served; none by default. */
  readonly metrics?: MetricsAddress
  /** The export of the metrics; none by default. */
  readonly otlp?: Option.Option<OtlpOptions>
}

/** Metrics cannot be served on the address of `LANDFALL_METRICS`. */
export class MetricsAddressUnusable extends Schema.TaggedError<MetricsAddressUnusable>()("MetricsAddressUnusable", {
  message: Schema.String
}) {}

/** System errors of an address that a process cannot listen on. */
const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process listens there",
  EACCES: "the port needs more privileges than this user has",
  EADDRNOTAVAIL: "this machine does not have the address",
  ENOTFOUND: "this machine does not have the address"
}

const errorCodeOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : "unknown error"

/** `/metrics` and the health checks on a separate address. */
const separateServer = (host: string, port: number) =>
  MonitoringServer.layer({ host, port }).pipe(
    Layer.catchTag("ServeError", ({ cause }) => {
      const code = errorCodeOf(cause)
      const problem = LISTEN_ERRORS[code] ?? code
      const message = `LANDFALL_METRICS names ${host}:${port}, where metrics cannot be served: ${problem}. Name a free port of this machine, or ${host}:0 for any free port.`
      return Layer.effectDiscard(Effect.fail(new MetricsAddressUnusable({ message })))
    })
  )

const collectors = Layer.mergeAll(ProcessMetrics.layer(VERSION), DeliveryMetrics.layer, CarrierMetrics.layer)

/**
 * Collects the metrics of this process, serves them on the address of the settings, and exports them, as the settings
 * state.
 */
export const layer = ({ metrics = METRICS_OFF, otlp = Option.none() }: MonitoringOptions) =>
  Layer.mergeAll(
    metrics._tag === "Off" && Option.isNone(otlp) ? Layer.empty : collectors,
    metrics._tag === "OnAddress" ? separateServer(metrics.host, metrics.port) : Layer.empty,
    Option.match(otlp, { onNone: () => Layer.empty, onSome: Otlp.metricsLayer })
  )
