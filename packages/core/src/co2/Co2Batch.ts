import { type Result, Schema } from "effect"
import { ErrorInfo } from "../faults/ErrorInfo.ts"
import { type Fault, parse } from "../faults/Fault.ts"
import { ComputeCo2Request } from "./ComputeCo2Request.ts"
import { ComputeCo2Response } from "./ComputeCo2Response.ts"

/** As many voyages can be asked for at once. */
export const MAX_VOYAGES = 100

/** Several voyages at once. They are parsed one by one, by `readBatch`: a fault of one does not touch the others. */
export const Co2BatchRequest = Schema.Struct({
  requests: Schema.Array(Schema.Unknown).check(
    Schema.isBetweenLength(1, MAX_VOYAGES, { message: `must hold 1 to ${MAX_VOYAGES} requests` })
  )
})
export type Co2BatchRequest = typeof Co2BatchRequest.Type

/** Each request of a batch, or what is wrong with it, in their order. */
export const readBatch = (
  batch: Co2BatchRequest
): ReadonlyArray<Result.Result<ComputeCo2Request, ReadonlyArray<Fault>>> =>
  batch.requests.map((request, index) => parse(ComputeCo2Request, { root: `$.requests[${index}]` })(request))

/** The answer to one request of a batch. */
export const Co2BatchResult = Schema.Union([
  Schema.Struct({ status: Schema.Literal("computed"), result: ComputeCo2Response }),
  Schema.Struct({ status: Schema.Literal("refused"), error: ErrorInfo })
])
export type Co2BatchResult = typeof Co2BatchResult.Type

/** The answers of a batch, in the order of its requests. */
export const Co2BatchResponse = Schema.Struct({ results: Schema.Array(Co2BatchResult) })
export type Co2BatchResponse = typeof Co2BatchResponse.Type
