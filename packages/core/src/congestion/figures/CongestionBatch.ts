import { Schema } from "effect"
import { type Unlocode, UnlocodeFromInput } from "../../geo/Unlocode.ts"
import { CongestionAggregate } from "./CongestionAggregate.ts"

/** The maximum number of ports of one batch request. */
export const MAX_BATCH_PORTS = 10

/** A request for the congestion of several ports. */
export const CongestionBatchRequest = Schema.Struct({
  portCodes: Schema.Array(UnlocodeFromInput)
    .check(Schema.isBetweenLength(1, MAX_BATCH_PORTS, { message: `must name 1 to ${MAX_BATCH_PORTS} ports` }))
    .annotateKey({ description: "UN/LOCODEs of the ports." })
}).annotate({ identifier: "CongestionBatchRequest" })
export type CongestionBatchRequest = typeof CongestionBatchRequest.Type

/** The ports of a request in their order, without duplicates. */
export const distinctPorts = (request: CongestionBatchRequest): ReadonlyArray<Unlocode> => [
  ...new Set(request.portCodes)
]

/** The aggregates of the requested ports in their order; ports without data are omitted. */
export const CongestionBatchResponse = Schema.Struct({
  results: Schema.Array(CongestionAggregate).annotateKey({
    description: "The figures of each port with data, in the order of the request."
  })
})
export type CongestionBatchResponse = typeof CongestionBatchResponse.Type
