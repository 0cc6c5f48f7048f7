import { Limits } from "@landfall/core/limits/Limits"
import { type ConfiguredCarrier, secretsOf } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import { PostgresTime } from "@landfall/storage/postgres/PostgresTime"
import * as Stores from "@landfall/storage/Stores"
import * as SecretKeyCheck from "@landfall/storage/secrets/SecretKeyCheck"
import { Clock, Effect, Layer, Option } from "effect"
import { readCarriersFile } from "../settings/CarriersFile.ts"
import { storageLayer } from "../settings/Database.ts"
import { secretsIn } from "../settings/SettingSecrets.ts"
import type { Settings } from "../settings/Settings.ts"
import { readOtlpOptions, telemetryLayer } from "../settings/Telemetry.ts"
import { describeUnknownVariables } from "../settings/UnknownVariables.ts"
import type { OtlpOptions } from "../telemetry/Otlp.ts"
import { makeExtensibleMask } from "../telemetry/SecretMask.ts"
import { untilSignal } from "../terminal/ErrorReport.ts"
import type { WatchedCarriersFile } from "./CarriersFileWatch.ts"

/**
 * Frees the memory that only the start needed (source texts, code that runs once): a sixth of an idle process. A full
 * collection takes about 0.1 s. Without `--expose-gc`, which the launcher of the repository passes, it does nothing.
 */
const releaseStartupMemory = Effect.sync(() =>
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })
)

const warnOfUnknownVariables = Effect.suspend(() =>
  Effect.forEach(describeUnknownVariables(Object.keys(process.env)), (sentence) => Effect.logWarning(sentence), {
    discard: true
  })
)

/** The context of a service from files and the environment, besides the settings. */
interface ServiceProcess {
  readonly carriers: ReadonlyArray<ConfiguredCarrier>
  readonly carriersWatch: Option.Option<WatchedCarriersFile>
  readonly otlp: Option.Option<OtlpOptions>
}

/** The stores of the database of the settings, or of the home cell with the other cells beside it. */
const storesOf = (settings: Settings) =>
  Option.match(settings.cells, {
    onNone: () => storageLayer(settings, Layer.merge(Stores.layer, SecretKeyCheck.claimLayer)),
    onSome: (cells) =>
      Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./Cells.ts")),
          ({ layer }) => layer(settings, cells)
        )
      )
  })

/** The clock of a process: processes that share a Postgres database follow its clock where theirs differs. */
const clockOf = ({ database }: Settings) =>
  Effect.map(Clock.Clock, (machine) => (database._tag === "PostgresServer" ? new PostgresTime(machine) : machine))

/** Runs a service on the database and with the telemetry of the settings, until the process receives a signal. */
export const runService = Effect.fnUntraced(function* <A, E, R>(
  settings: Settings,
  serviceOf: (process: ServiceProcess) => Layer.Layer<A, E, R>
) {
  const file = yield* readCarriersFile(settings)
  const carriers = Option.match(file, { onNone: () => [], onSome: (version) => version.carriers })
  const { mask, addSecrets } = makeExtensibleMask([...secretsIn(settings), ...carriers.flatMap(secretsOf)])
  const carriersWatch = Option.map(file, ({ path, text }): WatchedCarriersFile => ({ path, text, addSecrets }))
  const otlp = yield* readOtlpOptions(settings)
  return yield* Layer.mergeAll(
    serviceOf({ carriers, carriersWatch, otlp }),
    Layer.effectDiscard(warnOfUnknownVariables)
  ).pipe(
    Layer.tap(() => releaseStartupMemory),
    Layer.provide(storesOf(settings)),
    Layer.provide(Layer.succeed(Limits, settings.limits)),
    Layer.provide(telemetryLayer(settings, mask, otlp)),
    Layer.launch,
    Effect.provideService(Clock.Clock, yield* clockOf(settings)),
    untilSignal
  )
})
