import { decideOnReview } from "@landfall/core/tracking/changes/ReviewDecision"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { makeStorageOutage } from "./StorageOutage.ts"
import { supervised } from "./Supervision.ts"

/** How shipments are reviewed for what time alone brings about. */
export interface ReviewSettings {
  /** The most shipments in one transaction. */
  readonly limit: number
  /** The longest sleep: what became due unseen, such as a shipment just added, waits no longer. */
  readonly longestSleep: Duration.Duration
}

export const defaultReviewSettings: ReviewSettings = {
  limit: 100,
  longestSleep: Duration.minutes(1)
}

/** Between two looks, however much is due: others use the storage too. */
const SHORTEST_SLEEP_MILLIS = 100

const reviews = Effect.fnUntraced(function* ({ limit, longestSleep }: ReviewSettings) {
  const shipments = yield* ShipmentStore
  const outage = makeStorageOutage("Reviews of shipments wait")

  while (true) {
    const now = yield* DateTime.now
    const { nextDueAt } = yield* outage.persist(shipments.runReviews(now, limit, decideOnReview(now)))
    const untilDue = Option.match(nextDueAt, {
      onNone: () => Number.POSITIVE_INFINITY,
      onSome: (dueAt) => dueAt - now.epochMilliseconds
    })
    yield* Effect.sleep(Math.min(Math.max(untilDue, SHORTEST_SLEEP_MILLIS), Duration.toMillis(longestSleep)))
  }
})

/** Removes completed shipments and tells silence as they fall due, while the layer lives. */
export const layer = (settings: ReviewSettings): Layer.Layer<never, never, ShipmentStore> =>
  Layer.effectDiscard(Effect.forkScoped(supervised("The reviews of shipments", reviews(settings))))
