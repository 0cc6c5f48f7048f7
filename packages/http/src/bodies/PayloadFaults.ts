import { LandfallApi } from "@landfall/api/LandfallApi"
import type { Fault } from "@landfall/core/faults/Fault"
import { faultsOf, STRICT_PARSE_OPTIONS } from "@landfall/core/faults/Parse"
import { Option, Result, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import type { CallRecord } from "../conventions/CallRecord.ts"

/** A body with more values is reported by its first fault: to collect all of them would block the event loop. */
const MAX_VALUES = 1000

type Decode = (input: unknown) => Result.Result<unknown, Schema.SchemaError>

/** The decoders of bodies in JSON that collect all faults, by operation: `group.endpoint`. */
const decoders = new Map<string, Decode>()
HttpApi.reflect(LandfallApi, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint }) => {
    const payload = endpoint.payload.get("application/json")
    if (payload === undefined) return
    // The schemas of the contract need no services.
    const schema = Schema.make<Schema.Codec<unknown>>(Schema.Union(payload.schemas).ast)
    decoders.set(`${group.identifier}.${endpoint.identifier}`, Schema.decodeUnknownResult(schema, STRICT_PARSE_OPTIONS))
  }
})

/**
 * The faults of a body that an operation does not accept: all of them, unless it has many values.
 *
 * @param error the first fault, with which the operation rejected the body
 */
export const payloadFaults = (call: CallRecord, text: string, error: Schema.SchemaError): ReadonlyArray<Fault> => {
  const decode = call.bodyValues > MAX_VALUES ? undefined : decoders.get(call.operation)
  if (decode === undefined) return faultsOf(error)
  const parsed = Option.liftThrowable((): unknown => (text === "" ? undefined : JSON.parse(text)))()
  if (Option.isNone(parsed)) return faultsOf(error)
  const decoded = decode(parsed.value)
  return faultsOf(Result.isFailure(decoded) ? decoded.failure : error)
}
