import { PlaceDirectory } from "@landfall/core/geo/PlaceDirectory"
import { decideOnReview } from "@landfall/core/tracking/decisions/ReviewDecision"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"

/** The settings of the loop that reviews shipments without new events. */
export interface ShipmentReviewSettings {
  /** The maximum number of shipments in one transaction. */
  readonly limit: number
  /** The longest sleep: a shipment that is added during a sleep waits no longer. */
  readonly longestSleep: Duration.Duration
}

/** The settings of a server. */
export const defaultShipmentReviewSettings: ShipmentReviewSettings = { limit: 100, longestSleep: Duration.minutes(1) }

/** However many reviews are due, other work uses the storage between two steps. */
const SHORTEST_SLEEP = Duration.millis(100)

/** Removes completed shipments and sends alerts about silent ones as they fall due, while the layer lives. */
export const layer = ({ limit, longestSleep }: ShipmentReviewSettings): Layer.Layer<never, never, ShipmentStore> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const shipments = yield* ShipmentStore
      const places = yield* PlaceDirectory
      const reviewShipments = Effect.gen(function* () {
        const now = yield* DateTime.now
        const { nextDueAt } = yield* shipments.runReviews(now, limit, decideOnReview(now, yield* places))
        const dueAt = Option.getOrElse(nextDueAt, () => Number.POSITIVE_INFINITY)
        const untilDue = Duration.millis(dueAt - now.epochMilliseconds)
        return Duration.clamp(untilDue, { minimum: SHORTEST_SLEEP, maximum: longestSleep })
      })
      yield* backgroundLoop({ name: "shipment reviews", step: reviewShipments })
    })
  )
