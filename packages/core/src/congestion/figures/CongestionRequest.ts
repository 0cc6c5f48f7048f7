import { Schema } from "effect"
import { type Unlocode, UnlocodeFromInput } from "../../geo/Unlocode.ts"

/** As many ports can be asked for at once. */
export const MAX_PORTS = 10

/** The congestion of several ports at once. */
export const CongestionBatchRequest = Schema.Struct({
  portCodes: Schema.Array(UnlocodeFromInput).check(
    Schema.isBetweenLength(1, MAX_PORTS, { message: `must name 1 to ${MAX_PORTS} ports` })
  )
})
export type CongestionBatchRequest = typeof CongestionBatchRequest.Type

/** The ports of a request in their order, each once. */
export const portsOf = (request: CongestionBatchRequest): ReadonlyArray<Unlocode> => [...new Set(request.portCodes)]
