import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { arrivalPredictionView } from "@landfall/api/eta/ArrivalPredictionView"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { describeNoPrediction } from "@landfall/core/eta/ArrivalPrediction"
import { ArrivalPredictions, type PredictionResult } from "@landfall/core/eta/ArrivalPredictions"
import { EtaAccuracy } from "@landfall/core/eta/accuracy/EtaAccuracy"
import { type VesselVoyage, vesselVoyagesOf } from "@landfall/core/eta/VesselVoyage"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { type FindPlace, PlaceDirectory } from "@landfall/core/geo/PlaceDirectory"
import { instantOf, isoOf } from "@landfall/core/time/Instant"
import { journeysOf } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import { locationView, sourceEventView, vesselView } from "@landfall/core/tracking/journey/JourneyView"
import type { Milestone } from "@landfall/core/tracking/journey/Milestone"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parseShipmentId } from "../conventions/PathIds.ts"
import { WeightedWork } from "../limits/WeightedWork.ts"
import { weightOfEvents } from "../shares/RequestWeight.ts"

const toPredictionFields = (result: PredictionResult, findPlace: FindPlace) =>
  Result.match(result, {
    onSuccess: (prediction) => ({
      prediction: arrivalPredictionView(prediction, findPlace),
      reason: null,
      reasonText: null
    }),
    onFailure: (reason) => ({ prediction: null, reason, reasonText: describeNoPrediction(reason) })
  })

const toCarrierArrival = ({ classifier, date, place, source, type }: Milestone, findPlace: FindPlace) => ({
  milestone: type,
  location: locationView(place, findPlace),
  date: isoOf(date),
  classifier,
  sourceEvent: sourceEventView(source)
})

const toShipmentEta = (voyage: VesselVoyage | undefined, result: PredictionResult, findPlace: FindPlace) => ({
  container: voyage === undefined ? null : Option.getOrNull(voyage.container),
  vessel: voyage === undefined ? null : vesselView(voyage.vessel, voyage.voyage),
  ...toPredictionFields(result, findPlace),
  carrier:
    voyage === undefined
      ? null
      : Option.getOrNull(Option.map(voyage.arrival, (arrival) => toCarrierArrival(arrival, findPlace)))
})

export const etaHandlers = HttpApiBuilder.group(
  LandfallApi,
  "eta",
  Effect.fnUntraced(function* (handlers) {
    const predictions = yield* ArrivalPredictions
    const accuracy = yield* EtaAccuracy
    const store = yield* ShipmentStore
    const gazetteer = yield* Gazetteer
    const places = yield* PlaceDirectory
    const work = yield* WeightedWork

    return handlers.handleAll({
      accuracy: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        return yield* accuracy.ofCarrier(account.id, params.scac)
      }, mapDomainErrors),
      shipment: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const snapshot = yield* store.snapshot(account.id, yield* parseShipmentId(params.id))
        yield* work.charge(weightOfEvents(snapshot.events.length))
        const journeys = journeysOf(snapshot, instantOf(yield* DateTime.now))
        const [voyage] = vesselVoyagesOf(journeys, snapshot.events)
        const result = voyage === undefined ? Result.fail("not_at_sea" as const) : yield* predictions.ofVoyage(voyage)
        return toShipmentEta(voyage, result, yield* places)
      }, mapDomainErrors),
      vessel: Effect.fnUntraced(function* ({ params, query }) {
        const port = yield* Effect.catchTag(gazetteer.get(query.port), "PortNotFound", (error) =>
          failWith("parameterInvalid", [`query.port: ${error.message}`])
        )
        const result = yield* predictions.ofVessel(params.imo, port.code)
        return { imo: params.imo, port: port.code, ...toPredictionFields(result, yield* places) }
      }, mapDomainErrors)
    })
  })
)
