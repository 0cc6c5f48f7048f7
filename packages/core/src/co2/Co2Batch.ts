import { Schema } from "effect"
import { ErrorInfo } from "../faults/ErrorInfo.ts"
import { UnparsedInput } from "../faults/UnparsedInput.ts"
import { ComputeCo2Response } from "./ComputeCo2Response.ts"

/** As many voyages can be asked for at once. */
export const MAX_BATCH_VOYAGES = 100

/** Several voyages at once. `Co2` reads them one by one: a fault of one does not touch the others. */
export const Co2BatchRequest = Schema.Struct({
  requests: Schema.Array(UnparsedInput).check(
    Schema.isBetweenLength(1, MAX_BATCH_VOYAGES, { message: `must hold 1 to ${MAX_BATCH_VOYAGES} requests` })
  )
})
export type Co2BatchRequest = typeof Co2BatchRequest.Type

/** The answer to one request of a batch. */
export const Co2BatchResult = Schema.Union([
  Schema.Struct({ status: Schema.Literal("computed"), result: ComputeCo2Response }),
  Schema.Struct({ status: Schema.Literal("refused"), error: ErrorInfo })
])
export type Co2BatchResult = typeof Co2BatchResult.Type

/** The answers of a batch, in the order of its requests. */
export const Co2BatchResponse = Schema.Struct({ results: Schema.Array(Co2BatchResult) })
export type Co2BatchResponse = typeof Co2BatchResponse.Type
