import { NoPredictionReason } from "@landfall/core/eta/ArrivalPrediction"
import { MAX_LANES } from "@landfall/core/eta/accuracy/CarrierScorecard"
import { MAX_SHIPMENTS_READ } from "@landfall/core/eta/accuracy/EtaAccuracy"
import { LEAD_DAYS } from "@landfall/core/eta/accuracy/EtaErrors"
import { Unlocode, UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { IsoDateTime } from "@landfall/core/time/IsoDateTime"
import { LocationView, SourceEventView, VesselView } from "@landfall/core/tracking/journey/JourneyView"
import { Scac, ScacFromInput } from "@landfall/core/tracking/references/Sealine"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { pathId } from "../conventions/Ids.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"
import { ArrivalPredictionView } from "./ArrivalPredictionView.ts"

const predictionFields = {
  prediction: Schema.NullOr(ArrivalPredictionView).annotateKey({
    description: "The predicted arrival; null when there is none, with the reason."
  }),
  reason: Schema.NullOr(NoPredictionReason).annotateKey({
    description: "Why there is no prediction; null with a prediction."
  }),
  reasonText: Schema.NullOr(Schema.String).annotateKey({ description: "The reason as a sentence; null without one." })
}

/** The dates of the carrier for the same arrival. */
const CarrierArrivalView = Schema.Struct({
  milestone: Schema.String.annotateKey({ description: "The milestone of the journey." }),
  location: LocationView.annotateKey({ description: "The port." }),
  date: IsoDateTime.annotateKey({ description: "The carrier's date." }),
  classifier: Schema.String.annotateKey({ description: "`EST` estimated or `PLN` planned by the carrier." }),
  sourceEvent: SourceEventView.annotateKey({ description: "The event that contained the date." })
}).annotate({ identifier: "CarrierArrival" })

/** The predicted arrival of the vessel that carries a shipment. */
export const ShipmentEtaView = Schema.Struct({
  container: Schema.NullOr(Schema.String).annotateKey({
    description: "The container on the vessel: the first of several; null when none is on a vessel or has a number."
  }),
  vessel: Schema.NullOr(VesselView).annotateKey({
    description: "The vessel and its voyage; null when no container is on a vessel."
  }),
  ...predictionFields,
  carrier: Schema.NullOr(CarrierArrivalView).annotateKey({
    description: "The carrier's date of the same arrival; null when the carrier states none."
  })
}).annotate({ identifier: "ShipmentEta" })

/** The predicted arrival of a vessel at a port. */
export const VesselEtaView = Schema.Struct({
  imo: ImoNumber.annotateKey({ description: "The IMO number of the vessel." }),
  port: Schema.String.annotateKey({ description: "UN/LOCODE of the port." }),
  ...predictionFields
}).annotate({ identifier: "VesselEta" })

const hoursField = (description: string) =>
  Schema.NullOr(Schema.Finite).annotateKey({ description: `${description} Null without arrivals.` })

const LeadErrorView = Schema.Struct({
  leadDays: Schema.Int.annotateKey({ description: `The lead time: ${LEAD_DAYS.join(", ")} days before the arrival.` }),
  arrivals: Schema.Int.annotateKey({ description: "The arrivals that had a date by then." }),
  biasHours: hoursField("The mean error in hours; positive when vessels arrived later than stated."),
  medianAbsoluteHours: hoursField("The median size of the error in hours."),
  p90AbsoluteHours: hoursField("The size of the error in hours that 90 % of the arrivals do not exceed.")
}).annotate({ identifier: "LeadError" })

const leadsField = Schema.Array(LeadErrorView).annotateKey({ description: "The errors at each lead time." })

/** The accuracy of the arrival dates of a carrier. */
export const EtaAccuracyView = Schema.Struct({
  scac: Scac.annotateKey({ description: "The SCAC of the carrier." }),
  shipments: Schema.Int.annotateKey({
    description: `The shipments behind the figures: the newest of the account, at most ${MAX_SHIPMENTS_READ}.`
  }),
  arrivals: Schema.Int.annotateKey({ description: "The distinct arrivals of vessels with a date before." }),
  leads: leadsField,
  lanes: Schema.Array(
    Schema.Struct({
      from: Schema.NullOr(Unlocode).annotateKey({
        description: "UN/LOCODE of the port of loading; null when unknown."
      }),
      to: Unlocode.annotateKey({ description: "UN/LOCODE of the port of arrival." }),
      arrivals: Schema.Int.annotateKey({ description: "The distinct arrivals on this lane." }),
      leads: leadsField
    }).annotate({ identifier: "LaneEtaAccuracy" })
  ).annotateKey({ description: `By lane, those with most arrivals first, at most ${MAX_LANES}.` })
}).annotate({ identifier: "EtaAccuracy" })

const METHOD =
  "The prediction adds the sea route that remains at the recent speed of the vessel, the usual times in port at the calls before, and the usual wait for a berth. Its classifier is `PRE`: journeys and their alerts have the carrier's dates only. Without evidence there is no prediction, and `reason` states why."

/** Predicted arrivals. */
export class EtaApi extends HttpApiGroup.make("eta")
  .add(
    HttpApiEndpoint.get("shipment", `${ALERTS_PREFIX}/shipment/:id/eta`, {
      params: { id: pathId("shipment") },
      success: ShipmentEtaView,
      error: apiErrors(404)
    })
      .annotate(OpenApi.Summary, "Predict when the vessel that carries a shipment arrives")
      .annotate(
        OpenApi.Description,
        `Predicts the arrival at the port where the container leaves the vessel that it is on: a transhipment port or the final POD. ${METHOD}`
      ),
    HttpApiEndpoint.get("vessel", `${ALERTS_PREFIX}/vessel/:imo/eta`, {
      params: { imo: ImoNumber.annotate({ description: "The IMO number of the vessel." }) },
      query: Schema.Struct({
        port: UnlocodeFromInput.annotateKey({ description: "UN/LOCODE of the port of arrival." })
      }),
      success: VesselEtaView,
      error: apiErrors(400)
    })
      .annotate(OpenApi.Summary, "Predict when a vessel arrives at a port")
      .annotate(
        OpenApi.Description,
        `The calls before the port are those of the last rounds of the vessel in the port-call log. ${METHOD}`
      ),
    HttpApiEndpoint.get("accuracy", `${ALERTS_PREFIX}/carriers/:scac/eta-accuracy`, {
      params: { scac: ScacFromInput },
      success: EtaAccuracyView,
      error: apiErrors(400)
    })
      .annotate(OpenApi.Summary, "Measure how accurate the arrival dates of a carrier were")
      .annotate(
        OpenApi.Description,
        "Compares each actual arrival of a vessel with the date that the carrier had stated last 1, 3, 7 and 14 days before, in the stored history of the shipments of the account. Several containers on one vessel count as one arrival."
      )
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Predicted arrivals of vessels.") {}
