import { DEMO_INTERVAL, decideDemoRound } from "@landfall/core/tracking/decisions/DemoRound"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"

/** The settings of the loop that sends the journey of the demo container. */
export interface DemoShipmentSettings {
  /** The maximum number of registrations that one transaction sends the demo events to. */
  readonly limit: number
  /** Completes when a demo shipment may have been registered: its first events are due immediately. */
  readonly arrival: Effect.Effect<void>
}

/** The settings of a server. */
export const defaultDemoShipmentSettings: DemoShipmentSettings = { limit: 100, arrival: Effect.sleep("1 second") }

/** Sends the events of the demo container to its registrations as they fall due, while the layer lives. */
export const layer = ({ limit, arrival }: DemoShipmentSettings): Layer.Layer<never, never, ShipmentStore> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const shipments = yield* ShipmentStore
      const intervalMillis = Duration.toMillis(DEMO_INTERVAL)
      const sendDemoEvents = Effect.gen(function* () {
        const now = yield* DateTime.now
        const ran = yield* shipments.runDemoRounds(now, intervalMillis, limit, decideDemoRound(now))
        if (ran.rounds >= limit) return Duration.zero
        const dueAt = Option.getOrElse(ran.nextDueAt, () => Number.POSITIVE_INFINITY)
        return Duration.millis(dueAt - now.epochMilliseconds)
      })
      yield* backgroundLoop({ name: "demo shipments", step: sendDemoEvents, wake: arrival })
    })
  )
