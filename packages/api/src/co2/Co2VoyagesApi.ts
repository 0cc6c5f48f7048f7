import { Co2BatchRequest, Co2BatchResponse, MAX_BATCH_VOYAGES } from "@landfall/core/co2/Co2Batch"
import { ComputeCo2Request } from "@landfall/core/co2/ComputeCo2Request"
import { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { UnparsedInput } from "@landfall/core/faults/UnparsedInput"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { CO2_PREFIX } from "../conventions/PathPrefixes.ts"

/** The domain reads voyages itself, so that faults of their form and ports that nobody knows are told together. */
const voyageSchema = Schema.toJsonSchemaDocument(ComputeCo2Request, { onExcessProperty: "error" }).schema

const requestBodyOf = (schema: object) => ({ required: true, content: { "application/json": { schema } } })

const batchSchema = {
  type: "object",
  properties: { requests: { type: "array", minItems: 1, maxItems: MAX_BATCH_VOYAGES, items: voyageSchema } },
  required: ["requests"],
  additionalProperties: false
}

/** Emissions of voyages. */
export class Co2VoyagesApi extends HttpApiGroup.make("co2")
  .add(
    HttpApiEndpoint.post("compute", `${CO2_PREFIX}/compute-co2`, {
      payload: UnparsedInput,
      success: ComputeCo2Response.annotate({ identifier: "ComputeCo2Response" }),
      error: apiErrors(400, 402, 413, 415)
    })
      .annotate(OpenApi.Override, { requestBody: requestBodyOf(voyageSchema) })
      .annotate(OpenApi.Summary, "Compute the emissions of a voyage")
      .annotate(
        OpenApi.Description,
        "Tonnes for one twenty-foot container from port to port over sea: by the ship's own model (tank to wake, CO2) and by the factor of its trade lane (well to wake, CO2e). `method` says how each number came about. A ship that is not known is no error: its part is null."
      ),
    HttpApiEndpoint.post("computeBatch", `${CO2_PREFIX}/compute-co2/batch`, {
      payload: Co2BatchRequest,
      success: Co2BatchResponse.annotate({ identifier: "Co2BatchResponse" }),
      error: apiErrors(400, 402, 413, 415)
    })
      .annotate(OpenApi.Override, { requestBody: requestBodyOf(batchSchema) })
      .annotate(OpenApi.Summary, `Compute the emissions of up to ${MAX_BATCH_VOYAGES} voyages`)
      .annotate(
        OpenApi.Description,
        "Each request is that of `POST /compute-co2` and is answered or refused by itself, in their order. Those that are refused cost nothing."
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "What voyages emit.") {}
