import { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { Schema } from "effect"
import { ErrorInfo } from "../conventions/ErrorInfo.ts"

/** The result of one request of a batch. */
export const Co2BatchResult = Schema.Union([
  Schema.Struct({ status: Schema.Literal("computed"), result: ComputeCo2Response }),
  Schema.Struct({ status: Schema.Literal("refused"), error: ErrorInfo })
])
export type Co2BatchResult = typeof Co2BatchResult.Type

/** The results of a batch, in the order of its requests. */
export const Co2BatchResponse = Schema.Struct({ results: Schema.Array(Co2BatchResult) })
export type Co2BatchResponse = typeof Co2BatchResponse.Type
