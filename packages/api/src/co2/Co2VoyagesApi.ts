import { Co2BatchRequest, MAX_BATCH_VOYAGES } from "@landfall/core/co2/Co2Batch"
import { SeaRouteRequest, VOYAGE_IDENTIFIER } from "@landfall/core/co2/ComputeCo2Request"
import { ComputeCo2Response, SeaRouteResponse } from "@landfall/core/co2/ComputeCo2Response"
import { unparsedInput } from "@landfall/core/faults/UnparsedInput"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { CO2_PREFIX } from "../conventions/PathPrefixes.ts"
import { Co2BatchResponse } from "./Co2BatchResponse.ts"

/**
 * CO2 emissions of voyages. The calculator validates voyages itself, so that it reports invalid properties and unknown
 * ports together.
 */
export class Co2VoyagesApi extends HttpApiGroup.make("co2")
  .add(
    HttpApiEndpoint.post("compute", `${CO2_PREFIX}/compute-co2`, {
      payload: unparsedInput(VOYAGE_IDENTIFIER),
      success: ComputeCo2Response,
      error: apiErrors(400, 402, 413, 415)
    })
      .annotate(OpenApi.Summary, "Compute the emissions of a voyage")
      .annotate(
        OpenApi.Description,
        "Returns the emissions of one TEU between two ports by sea, in tonnes: by the model of the vessel (tank to wake, CO2) and by the emission factor of the trade lane (well to wake, CO2e). `method` explains each number. An unknown vessel is not an error: `vesselMethodResult` is null and `method.vessel` gives the reason."
      ),
    HttpApiEndpoint.post("computeBatch", `${CO2_PREFIX}/compute-co2/batch`, {
      payload: Co2BatchRequest,
      success: Co2BatchResponse.annotate({ identifier: "Co2BatchResponse" }),
      error: apiErrors(400, 402, 413, 415)
    })
      .annotate(OpenApi.Summary, `Compute the emissions of up to ${MAX_BATCH_VOYAGES} voyages`)
      .annotate(
        OpenApi.Description,
        "Each item has the form of a `POST /compute-co2` request and its own result, in the order of the requests. Rejected items cost nothing."
      ),
    HttpApiEndpoint.post("route", `${CO2_PREFIX}/route`, {
      payload: SeaRouteRequest,
      success: SeaRouteResponse,
      error: apiErrors(400, 413, 415)
    })
      .annotate(OpenApi.Summary, "Find the sea route between two ports")
      .annotate(
        OpenApi.Description,
        "Returns the navigable route of the usual vessels of the trade lane between two ports: its length, its canals and straits, and its legs. Costs no credits."
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "CO2 emissions of voyages.") {}
