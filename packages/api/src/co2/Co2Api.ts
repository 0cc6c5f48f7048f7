import { Co2BatchRequest, Co2BatchResponse, MAX_VOYAGES } from "@landfall/core/co2/Co2Batch"
import { ComputeCo2Request } from "@landfall/core/co2/ComputeCo2Request"
import { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { Unread } from "@landfall/core/faults/Unread"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { failures } from "../conventions/ErrorResponses.ts"
import { CO2 } from "../conventions/Prefixes.ts"

/** The domain reads voyages itself, so that faults of their form and ports that nobody knows are told together. */
const voyage = Schema.toJsonSchemaDocument(ComputeCo2Request, { onExcessProperty: "error" }).schema

const bodyOf = (schema: object) => ({ required: true, content: { "application/json": { schema } } })

const batch = {
  type: "object",
  properties: { requests: { type: "array", minItems: 1, maxItems: MAX_VOYAGES, items: voyage } },
  required: ["requests"],
  additionalProperties: false
}

/** Emissions of voyages. */
export class Co2VoyagesApi extends HttpApiGroup.make("co2")
  .add(
    HttpApiEndpoint.post("compute", `${CO2}/compute-co2`, {
      payload: Unread,
      success: ComputeCo2Response.annotate({ identifier: "ComputeCo2Response" }),
      error: failures(400, 402, 413, 415)
    })
      .annotate(OpenApi.Override, { requestBody: bodyOf(voyage) })
      .annotate(OpenApi.Summary, "Compute the emissions of a voyage")
      .annotate(
        OpenApi.Description,
        "Tonnes for one twenty-foot container from port to port over sea: by the ship's own model (tank to wake, CO2) and by the factor of its trade lane (well to wake, CO2e). `method` says how each number came about. A ship that is not known is no error: its part is null."
      ),
    HttpApiEndpoint.post("computeBatch", `${CO2}/compute-co2/batch`, {
      payload: Co2BatchRequest,
      success: Co2BatchResponse.annotate({ identifier: "Co2BatchResponse" }),
      error: failures(400, 402, 413, 415)
    })
      .annotate(OpenApi.Override, { requestBody: bodyOf(batch) })
      .annotate(OpenApi.Summary, `Compute the emissions of up to ${MAX_VOYAGES} voyages`)
      .annotate(
        OpenApi.Description,
        "Each request is that of `POST /compute-co2` and is answered or refused by itself, in their order. Those that are refused cost nothing."
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "What voyages emit.") {}
