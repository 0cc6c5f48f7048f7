import { Schema } from "effect"
import { type Unlocode, UnlocodeFromInput } from "../../geo/Unlocode.ts"
import { CongestionAggregate } from "./CongestionAggregate.ts"

/** As many ports can be asked for at once. */
export const MAX_BATCH_PORTS = 10

/** The congestion of several ports at once. */
export const CongestionBatchRequest = Schema.Struct({
  portCodes: Schema.Array(UnlocodeFromInput).check(
    Schema.isBetweenLength(1, MAX_BATCH_PORTS, { message: `must name 1 to ${MAX_BATCH_PORTS} ports` })
  )
})
export type CongestionBatchRequest = typeof CongestionBatchRequest.Type

/** The ports of a request in their order, each once. */
export const distinctPorts = (request: CongestionBatchRequest): ReadonlyArray<Unlocode> => [
  ...new Set(request.portCodes)
]

/** The aggregates of the ports asked for, in their order; ports without data are left out. */
export const CongestionBatchResponse = Schema.Struct({ results: Schema.Array(CongestionAggregate) })
export type CongestionBatchResponse = typeof CongestionBatchResponse.Type
