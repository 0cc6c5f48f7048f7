import { type DateTime, Option } from "effect"
import { findNoPlace } from "../geo/PlaceDirectory.ts"
import { instantOf } from "../time/Instant.ts"
import { type PredictedArrival, updatePredictions } from "../tracking/changes/PredictedArrivals.ts"
import { AlertDrafts, subscribesTo } from "../tracking/decisions/AlertDrafts.ts"
import { advanceSequence, journeysOf } from "../tracking/decisions/ShipmentDecisions.ts"
import { isDemoContainer } from "../tracking/references/ContainerNumber.ts"
import type { Registration } from "../tracking/shipments/Shipment.ts"
import type { ShipmentChange, ShipmentSnapshot } from "../tracking/shipments/ShipmentStore.ts"
import { type ArrivalPrediction, INTERVAL_LEVEL } from "./ArrivalPrediction.ts"
import { type VesselVoyage, vesselVoyagesOf } from "./VesselVoyage.ts"

/** The event type of a predicted arrival that moved. */
export const PREDICTION_CHANGED_EVENT = "eta.predicted.changed"

/** The prediction for a voyage; none when there is none. */
export type FindPrediction = (voyage: VesselVoyage) => Option.Option<ArrivalPrediction>

/** Equal for voyages whose predictions are equal: the vessel, the port, and the carrier's plan before it. */
export const voyageKey = ({ arrival, departedAt, from, imo, ports }: VesselVoyage): string =>
  JSON.stringify([
    Option.getOrNull(imo),
    from,
    Option.getOrNull(departedAt),
    Option.getOrNull(Option.map(arrival, ({ date }) => date)),
    ports
  ])

const predictedArrivalOf =
  (findPrediction: FindPrediction) =>
  (voyage: VesselVoyage): ReadonlyArray<PredictedArrival> => {
    const { arrival, container } = voyage
    const prediction = findPrediction(voyage)
    if (Option.isNone(arrival) || Option.isNone(prediction)) return []
    const { eta, interval } = prediction.value
    return [
      {
        container,
        milestone: arrival.value,
        date: eta,
        interval:
          interval._tag === "Known"
            ? Option.some({ level: INTERVAL_LEVEL, low: interval.low, high: interval.high })
            : Option.none()
      }
    ]
  }

/**
 * Decides on predictions: each subscriber whose filter names `eta.predicted.changed` is notified of the arrivals that
 * moved by more than its threshold. Journeys remain unchanged. Pure.
 */
export const decideOnPredictions =
  (now: DateTime.Utc, findPrediction: FindPrediction, findPlace = findNoPlace) =>
  (snapshot: ShipmentSnapshot): ShipmentChange => {
    const { shipment } = snapshot
    if (isDemoContainer(shipment.number) || shipment.status !== "tracking")
      return { shipment, registrations: [], outbox: [] }
    const journeys = journeysOf(snapshot, instantOf(now))
    const arrivals = vesselVoyagesOf(journeys, snapshot.events).flatMap(predictedArrivalOf(findPrediction))
    const drafts = new AlertDrafts(snapshot, journeys, findPlace)
    const registrations: Array<Registration> = []
    for (const subscriber of snapshot.subscribers) {
      if (!subscribesTo(subscriber, PREDICTION_CHANGED_EVENT)) continue
      const { endpoint, registration } = subscriber
      const update = updatePredictions(arrivals, journeys, registration.notified, endpoint.dateChangeThresholdHours)
      for (const alert of update.alerts) drafts.addOptInAlert(alert, subscriber)
      if (update.notified !== registration.notified) registrations.push({ ...registration, notified: update.notified })
    }
    const outbox = drafts.toMessageDrafts(shipment, now)
    return { shipment: advanceSequence(shipment, outbox.length, now), registrations, outbox }
  }
