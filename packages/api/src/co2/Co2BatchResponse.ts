import { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { Schema } from "effect"
import { ErrorInfo } from "../conventions/ErrorInfo.ts"

/** The result of one request of a batch. */
export const Co2BatchResult = Schema.Union([
  Schema.Struct({
    status: Schema.Literal("computed").annotateKey({ description: "The emissions were computed." }),
    result: ComputeCo2Response.annotateKey({ description: "The emissions of the voyage." })
  }),
  Schema.Struct({
    status: Schema.Literal("rejected").annotateKey({ description: "The request was rejected, and costs nothing." }),
    error: ErrorInfo.annotateKey({ description: "Why the request was rejected." })
  })
])
export type Co2BatchResult = typeof Co2BatchResult.Type

/** The results of a batch, in the order of its requests. */
export const Co2BatchResponse = Schema.Struct({
  results: Schema.Array(Co2BatchResult).annotateKey({ description: "The result of each request, in their order." })
})
export type Co2BatchResponse = typeof Co2BatchResponse.Type
