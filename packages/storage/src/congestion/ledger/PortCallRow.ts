import { PortCall } from "@landfall/core/congestion/detection/PortCall"
import { Option, Predicate, Schema } from "effect"
import { type Cells, jsonColumns } from "../../sql/JsonRows.ts"

/** Converts a value to JSON, with null for none. */
const toJsonValue = (value: unknown): unknown => {
  if (Option.isOption(value)) return Option.isSome(value) ? toJsonValue(value.value) : null
  if (Array.isArray(value)) return value.map(toJsonValue)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, toJsonValue(held)]))
}

/** The stored form of a call names the last position `lastHeardAt` and the vessel `ship`. */
const encodePortCall = ({ lastReceivedAt, vessel, ...call }: PortCall): string =>
  JSON.stringify(toJsonValue({ ...call, ship: vessel, lastHeardAt: lastReceivedAt }))

const { lastReceivedAt, vessel, ...commonFields } = PortCall.fields
const PortCallBody = Schema.fromJsonString(
  Schema.Struct({ ...commonFields, ship: vessel, lastHeardAt: lastReceivedAt })
)

/** A row of `port_call`: the body is the whole call. */
export const PortCallRow = Schema.Struct({ body: PortCallBody })

/** The call of a row. A schema that renames keys would double the time to decode a year of calls. */
export const portCallOf = ({ body: { lastHeardAt, ship, ...call } }: typeof PortCallRow.Type): PortCall => ({
  ...call,
  vessel: ship,
  lastReceivedAt: lastHeardAt
})

/** The columns of `port_call`, in the order of `portCallCells`. */
export const PORT_CALL_COLUMNS = jsonColumns({
  id: "TEXT",
  port: "TEXT",
  started_at: "BIGINT",
  ended_at: "BIGINT",
  revision: "BIGINT",
  body: "TEXT",
  vessel_imo: "TEXT",
  vessel_mmsi: "TEXT",
  wait_ended_at: "BIGINT"
})

/** The cells of a call in `port_call`. */
export const portCallCells = (call: PortCall, revision: number): Cells => [
  call.id,
  call.port,
  call.startedAt,
  Option.getOrNull(call.endedAt),
  revision,
  encodePortCall(call),
  Option.getOrNull(call.vessel.imo),
  Option.getOrNull(Option.map(call.vessel.mmsi, String)),
  call.assignment === "withdrawn" ? Option.getOrNull(call.endedAt) : null
]
