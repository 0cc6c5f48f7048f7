import { Limits } from "@landfall/core/limits/Limits"
import type { ConfiguredCarrier } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import { Effect, Layer, type Option } from "effect"
import { readConfiguredCarriers } from "../settings/CarriersFile.ts"
import { storageLayer } from "../settings/Database.ts"
import type { Settings } from "../settings/Settings.ts"
import { readOtlpOptions, telemetryLayer } from "../settings/Telemetry.ts"
import type { OtlpOptions } from "../telemetry/Otlp.ts"

/**
 * Frees the memory that only the start needed (source texts, code that runs once): a sixth of an idle process. A full
 * collection takes about 0.1 s. Without `--expose-gc`, which the launcher of the repository passes, it does nothing.
 */
const releaseStartupMemory = Effect.sync(() =>
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })
)

/** What a service of this process takes from files and the environment, besides the settings. */
interface ServiceProcess {
  readonly carriers: ReadonlyArray<ConfiguredCarrier>
  readonly otlp: Option.Option<OtlpOptions>
}

/** Runs a service on the database and with the telemetry of the settings, until the process receives a signal. */
export const runService = Effect.fnUntraced(function* <A, E, R>(
  settings: Settings,
  serviceOf: (process: ServiceProcess) => Layer.Layer<A, E, R>
) {
  const carriers = yield* readConfiguredCarriers(settings)
  const otlp = yield* readOtlpOptions(settings)
  return yield* serviceOf({ carriers, otlp }).pipe(
    Layer.tap(() => releaseStartupMemory),
    Layer.provide(storageLayer(settings)),
    Layer.provide(Layer.succeed(Limits, settings.limits)),
    Layer.provide(telemetryLayer(settings, carriers, otlp)),
    Layer.launch
  )
})
