import { PortWatches } from "@landfall/core/congestion/thresholds/PortWatches"
import { PortWatchStore } from "@landfall/core/congestion/thresholds/PortWatchStore"
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
  const store = yield* PortWatchStore
  const { look } = yield* PortWatches
  const outage = makeStorageOutage("Looks at watched ports wait")

  while (true) {
    for (const port of yield* outage.persist(store.ports)) yield* outage.persist(look(port))
    yield* Effect.sleep(every)
  }
})

/**
 * Looks at every watched port again and again, while the layer lives: figures change with the calls that come in and with
 * time alone. Any number of processes may do so on one database; a crossing is told once.
 */
export const layer = (settings: PortWatchingSettings): Layer.Layer<never, never, PortWatchStore | PortWatches> =>
  Layer.effectDiscard(Effect.forkScoped(supervised("The looks at watched ports", watching(settings))))
