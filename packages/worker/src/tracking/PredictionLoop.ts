import type { ArrivalPrediction } from "@landfall/core/eta/ArrivalPrediction"
import { ArrivalPredictions } from "@landfall/core/eta/ArrivalPredictions"
import { decideOnPredictions, PREDICTION_CHANGED_EVENT, voyageKey } from "@landfall/core/eta/PredictionDecision"
import { type VesselVoyage, vesselVoyagesOf } from "@landfall/core/eta/VesselVoyage"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { PlaceDirectory } from "@landfall/core/geo/PlaceDirectory"
import { instantOf } from "@landfall/core/time/Instant"
import { journeysOf } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import { type ShipmentOfAccount, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Duration, Effect, Layer, Option, Result } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"

/** The settings of the loop that predicts arrivals. */
export interface PredictionSettings {
  /** The interval between two rounds over all shipments that are at sea. */
  readonly interval: Duration.Duration
  /** The maximum number of shipments whose events are in memory at the same time. */
  readonly limit: number
}

/** The settings of a server. */
export const defaultPredictionSettings: PredictionSettings = { interval: Duration.minutes(30), limit: 50 }

/** Predicts each voyage once a round: the containers of a vessel share theirs. */
const makePredictOnce = (predictions: ArrivalPredictions["Service"]) => {
  const byVoyage = new Map<string, Option.Option<ArrivalPrediction>>()
  const find = (voyage: VesselVoyage) => byVoyage.get(voyageKey(voyage)) ?? Option.none()
  const predict = Effect.fnUntraced(function* (voyage: VesselVoyage) {
    const key = voyageKey(voyage)
    if (!byVoyage.has(key)) byVoyage.set(key, Result.getSuccess(yield* predictions.ofVoyage(voyage)))
    return find(voyage)
  })
  return { find, predict }
}

type PredictOnce = ReturnType<typeof makePredictOnce>

const makeRound = Effect.gen(function* () {
  const store = yield* ShipmentStore
  const predictions = yield* ArrivalPredictions
  const places = yield* PlaceDirectory

  const review = Effect.fnUntraced(function* (
    shipments: ReadonlyArray<ShipmentOfAccount>,
    { find, predict }: PredictOnce
  ) {
    for (const [accountId, ofAccount] of Map.groupBy(shipments, (shipment) => shipment.accountId)) {
      const snapshots = yield* store.snapshots(
        accountId,
        ofAccount.map(({ id }) => id)
      )
      const now = yield* DateTime.now
      const predicted = yield* Effect.filter(snapshots, (snapshot) => {
        const voyages = vesselVoyagesOf(journeysOf(snapshot, instantOf(now)), snapshot.events)
        return Effect.map(Effect.forEach(voyages, predict), (all) => all.some(Option.isSome))
      })
      const ids = predicted.map(({ shipment }) => shipment.id)
      yield* store.decideOn(accountId, ids, now, decideOnPredictions(now, find, yield* places))
    }
  })

  return (limit: number): Effect.Effect<void, StorageError> =>
    Effect.gen(function* () {
      const once = makePredictOnce(predictions)
      let after: ShipmentOfAccount | undefined
      do {
        const last = Option.map(Option.fromUndefinedOr(after), ({ id }) => id)
        const page: ReadonlyArray<ShipmentOfAccount> = yield* store.subscribedTo(PREDICTION_CHANGED_EVENT, last, limit)
        yield* review(page, once)
        after = page.length < limit ? undefined : page.at(-1)
      } while (after !== undefined)
    })
})

/**
 * Predicts the arrivals of the shipments whose endpoints receive `eta.predicted.changed`, and notifies them of predictions that
 * moved, while the layer lives. Any number of processes may do so on one database; each change is notified once.
 */
export const layer = ({
  interval,
  limit
}: PredictionSettings): Layer.Layer<never, never, ShipmentStore | ArrivalPredictions> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const round = yield* makeRound
      yield* backgroundLoop({ name: "predicted arrivals", step: Effect.as(round(limit), interval) })
    })
  )
