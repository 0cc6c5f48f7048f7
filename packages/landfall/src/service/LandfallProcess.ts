import { Effect, Layer } from "effect"
import { storageLayer } from "../settings/Database.ts"
import { loggingLayer } from "../settings/Logging.ts"
import type { Settings } from "../settings/Settings.ts"

/**
 * Frees the memory that only the start needed (source texts, code that runs once): a sixth of an idle process. A full
 * collection takes about 0.1 s. Without `--expose-gc`, which the launcher of the repository passes, it does nothing.
 */
const releaseStartupMemory = Effect.sync(() =>
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })
)

/** Runs a service on the database and with the log of the settings, until the process receives a signal. */
export const runService = <A, E, R>(service: Layer.Layer<A, E, R>, settings: Settings) =>
  service.pipe(
    Layer.tap(() => releaseStartupMemory),
    Layer.provide(storageLayer(settings)),
    Layer.provide(loggingLayer(settings)),
    Layer.launch
  )
