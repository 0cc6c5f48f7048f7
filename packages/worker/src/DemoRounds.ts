import { DEMO_INTERVAL, decideDemoRound } from "@landfall/core/tracking/examples/DemoRound"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { makeStorageOutage } from "./StorageOutage.ts"
import { supervised } from "./Supervision.ts"

/** How the rounds of the demo container run. */
export interface DemoRoundsSettings {
  /** The most rounds in one transaction. */
  readonly limit: number
  /** Completes when a demo container may have been registered, for its first round is due at once. */
  readonly arrival: Effect.Effect<void>
}

const POLL = Duration.seconds(1)

export const defaultDemoRoundsSettings: DemoRoundsSettings = {
  limit: 100,
  arrival: Effect.sleep(POLL)
}

const rounds = Effect.fnUntraced(function* (settings: DemoRoundsSettings) {
  const shipments = yield* ShipmentStore
  const outage = makeStorageOutage("Demo rounds wait")
  const { limit, arrival } = settings
  const intervalMillis = Duration.toMillis(DEMO_INTERVAL)

  while (true) {
    const now = yield* DateTime.now
    const ran = yield* outage.persist(shipments.runDemoRounds(now, intervalMillis, limit, decideDemoRound(now)))
    if (ran.rounds >= limit) continue
    const untilDue = Option.map(ran.nextDueAt, (dueAt) => Effect.sleep(Math.max(dueAt - now.epochMilliseconds, 0)))
    yield* Effect.raceFirst(
      arrival,
      Option.getOrElse(untilDue, () => Effect.never)
    )
  }
})

/** Sends the rounds of the demo container as they fall due, while the layer lives. */
export const layer = (settings: DemoRoundsSettings): Layer.Layer<never, never, ShipmentStore> =>
  Layer.effectDiscard(Effect.forkScoped(supervised("The demo rounds", rounds(settings))))
