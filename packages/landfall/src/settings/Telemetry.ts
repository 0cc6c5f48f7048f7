import { Effect, Layer, Option, Redacted, References, Tracer } from "effect"
import { SecureRandom } from "effect/crypto"
import { constTrue } from "effect/Function"
import { HttpClient, HttpMiddleware } from "effect/http"
import { makeLogsAndTraces, type OtlpOptions } from "../telemetry/Otlp.ts"
import { safeTracer } from "../telemetry/SafeTracer.ts"
import type { SecretMask } from "../telemetry/SecretMask.ts"
import { loggingLayer } from "./Logging.ts"
import type { Settings } from "./Settings.ts"

/** The options of the export to a collector; none without an endpoint. Each process has a different instance id. */
export const readOtlpOptions = Effect.fnUntraced(function* (settings: Settings) {
  if (Option.isNone(settings.otlpEndpoint)) return Option.none<OtlpOptions>()
  const { otlpEndpoint, otlpProtocol, otlpHeaders, serviceName, tracesShare, metricInterval } = settings
  const random = yield* SecureRandom.SecureRandom
  return Option.some<OtlpOptions>({
    endpoint: otlpEndpoint.value,
    protocol: otlpProtocol,
    headers: Option.getOrElse(otlpHeaders, () => Redacted.make({})),
    serviceName,
    instance: yield* random.uuidV4(),
    tracesShare,
    metricIntervalMillis: metricInterval
  })
})

/**
 * The spans that Effect makes of HTTP requests hold URLs, and pass the trace on to carriers. The request pipeline makes its
 * own spans, and polls have one each.
 */
const withoutHttpSpans = Layer.merge(
  Layer.succeed(HttpMiddleware.TracerDisabledWhen, constTrue),
  Layer.succeed(HttpClient.TracerDisabledWhen, constTrue)
)

/** The log and the traces of a service. Neither contains a text that the mask hides. */
export const telemetryLayer = (settings: Settings, mask: SecretMask, otlp: Option.Option<OtlpOptions>) => {
  if (Option.isNone(otlp)) {
    return Layer.mergeAll(
      loggingLayer(settings, mask),
      withoutHttpSpans,
      Layer.succeed(References.TracerEnabled, false)
    )
  }
  return Layer.unwrap(
    Effect.map(makeLogsAndTraces(otlp.value), ({ logger, tracer }) =>
      Layer.mergeAll(
        loggingLayer(settings, mask, [logger]),
        withoutHttpSpans,
        Layer.succeed(Tracer.Tracer, safeTracer(tracer, otlp.value.tracesShare))
      )
    )
  )
}
