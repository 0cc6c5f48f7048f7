import { CongestionThresholdStore } from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import { CongestionThresholds } from "@landfall/core/congestion/thresholds/CongestionThresholds"
import { Duration, Effect, Layer } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"

/** The settings of the loop that evaluates congestion thresholds. */
export interface CongestionThresholdSettings {
  /** The interval between evaluations of all ports that have thresholds. */
  readonly interval: Duration.Duration
}

/** The settings of a server. */
export const defaultCongestionThresholdSettings: CongestionThresholdSettings = { interval: Duration.seconds(5) }

/**
 * Evaluates the congestion thresholds of endpoints while the layer lives: figures change with new port calls and with time
 * alone. Any number of processes may do so on one database; each crossing is notified once.
 */
export const layer = ({
  interval
}: CongestionThresholdSettings): Layer.Layer<never, never, CongestionThresholdStore | CongestionThresholds> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const store = yield* CongestionThresholdStore
      const { evaluate } = yield* CongestionThresholds
      const evaluateThresholds = Effect.gen(function* () {
        for (const port of yield* store.ports) yield* evaluate(port)
        return interval
      })
      yield* backgroundLoop({ name: "congestion thresholds", step: evaluateThresholds })
    })
  )
