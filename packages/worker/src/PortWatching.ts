import { CongestionThresholdStore } from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import { CongestionThresholds } from "@landfall/core/congestion/thresholds/CongestionThresholds"
import { Duration, Effect, Layer } from "effect"
import { makeStorageOutage } from "./StorageOutage.ts"
import { supervised } from "./Supervision.ts"

/** How ports are looked at for the endpoints that watch them. */
export interface PortWatchingSettings {
  /** From one look at all watched ports to the next. */
  readonly every: Duration.Duration
}

export const defaultPortWatchingSettings: PortWatchingSettings = { every: Duration.seconds(5) }

const watching = Effect.fnUntraced(function* ({ every }: PortWatchingSettings) {
  const store = yield* CongestionThresholdStore
  const { evaluate } = yield* CongestionThresholds
  const outage = makeStorageOutage("Looks at watched ports wait")

  while (true) {
    for (const port of yield* outage.persist(store.ports)) yield* outage.persist(evaluate(port))
    yield* Effect.sleep(every)
  }
})

/**
 * Looks at every watched port again and again, while the layer lives: figures change with the calls that come in and with
 * time alone. Any number of processes may do so on one database; a crossing is told once.
 */
export const layer = (
  settings: PortWatchingSettings
): Layer.Layer<never, never, CongestionThresholdStore | CongestionThresholds> =>
  Layer.effectDiscard(Effect.forkScoped(supervised("The looks at watched ports", watching(settings))))
