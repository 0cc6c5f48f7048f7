import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { Effect } from "effect"
import type { ArrivalPredictionView } from "../eta/ArrivalPredictionView.ts"
import { type AgentTool, makeTool, type ToolOutput } from "./AgentTool.ts"
import { optional, port, text } from "./ToolArguments.ts"
import { componentPart, objectResult } from "./ToolSchemas.ts"

const describePrediction = (
  prediction: typeof ArrivalPredictionView.Encoded | null,
  reasonText: string | null
): string => {
  if (prediction === null) return `There is no prediction. ${reasonText ?? ""}`.trim()
  const { calls, distanceNm, eta, interval, port } = prediction
  const ports = calls.map((call) => call.port).join(", ")
  return [
    `Predicted to berth at ${port} at ${eta}; ${distanceNm} nautical miles remain, by ${ports}.`,
    interval === null
      ? "There is no interval: too few past calls or legs are known."
      : `The probability of a berth between ${interval.low} and ${interval.high} is ${interval.level}.`
  ].join(" ")
}

const predictArrival = makeTool({
  name: "predict_arrival",
  title: "Predicted arrival",
  description:
    "Predicts when a vessel berths: for a shipment, the vessel that carries it and the port where the container leaves it; for a vessel, a port that it calls at. The prediction is computed from AIS positions, past port calls and the sea route, has the classifier `PRE` and an interval of 80 %, and is not a date of the carrier, which `carrier` states. Without evidence there is no prediction, which is not an error: `reason` and `reasonText` state why. Costs no credits.",
  input: {
    shipmentId: optional(text("The id of the shipment, `shp_…`; find it with list_shipments.", 64)),
    imo: optional(ImoNumber).annotateKey({ description: "The IMO number of the vessel, 7 digits, as text." }),
    port: optional(port("The port of arrival of the vessel; required with imo."))
  },
  rule: ({ imo, port, shipmentId }) =>
    shipmentId === undefined
      ? imo === undefined || port === undefined
        ? "must have shipmentId, or imo and port"
        : undefined
      : imo !== undefined || port !== undefined
        ? "must have either shipmentId, or imo and port"
        : undefined,
  output: () =>
    objectResult({
      shipment: {
        anyOf: [componentPart("ShipmentEta"), { type: "null" }],
        description: "The prediction for the vessel that carries the shipment; null for a vessel."
      },
      vessel: {
        anyOf: [componentPart("VesselEta"), { type: "null" }],
        description: "The prediction for a vessel and a port; null for a shipment."
      }
    }),
  argumentNames: { "path.id": "shipmentId", "path.imo": "imo", "query.port": "port" },
  run: Effect.fnUntraced(function* (client, { imo, port = "", shipmentId }) {
    if (imo === undefined) {
      const shipment = yield* client.eta.shipment({ params: { id: shipmentId ?? "" } })
      const output: ToolOutput = {
        text: describePrediction(shipment.prediction, shipment.reasonText),
        result: { shipment, vessel: null }
      }
      return output
    }
    const vessel = yield* client.eta.vessel({ params: { imo }, query: { port } })
    return { text: describePrediction(vessel.prediction, vessel.reasonText), result: { shipment: null, vessel } }
  })
})

/** Predicted arrivals. */
export const etaTools: ReadonlyArray<AgentTool> = [predictArrival]
