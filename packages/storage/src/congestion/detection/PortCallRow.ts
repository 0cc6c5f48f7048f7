import { PortCall } from "@landfall/core/congestion/detection/PortCall"
import { Option, Predicate, Schema } from "effect"
import { type Cells, columns } from "../../sql/JsonRows.ts"

/** A value as JSON holds it: null for none. */
const plain = (value: unknown): unknown => {
  if (Option.isOption(value)) return Option.isSome(value) ? plain(value.value) : null
  if (Array.isArray(value)) return value.map(plain)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, plain(held)]))
}

/** A call as the store keeps it. The same call gives the same text. */
export const encodeCall = (call: PortCall): string => JSON.stringify(plain(call))

const Body = Schema.fromJsonString(PortCall)

/** A row of `port_call`, of which the body says everything. */
export const PortCallRow = Schema.Struct({ body: Body })

/** The columns of `port_call`, in the order of `callCells`. */
export const CALL_COLUMNS = columns({
  id: "TEXT",
  port: "TEXT",
  started_at: "BIGINT",
  ended_at: "BIGINT",
  revision: "BIGINT",
  body: "TEXT"
})

export const callCells = (call: PortCall, revision: number): Cells => [
  call.id,
  call.port,
  call.startedAt,
  Option.getOrNull(call.endedAt),
  revision,
  encodeCall(call)
]
