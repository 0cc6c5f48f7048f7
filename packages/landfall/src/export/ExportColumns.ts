import { hoursInPort, type PortCall, type Stay } from "@landfall/core/congestion/detection/PortCall"
import { HOUR_MILLIS } from "@landfall/core/time/Durations"
import type { EXPORTED_COLUMNS } from "@landfall/storage/export/ExportRows"
import type { ChangedPortCall } from "@landfall/storage/export/PortCallChanges"
import { Option } from "effect"
import type { ParquetCell, ParquetType } from "./ParquetFile.ts"

/** The columns that the database stores, with their types. */
export const STORED_COLUMNS = {
  messages: {
    id: "text",
    account_id: "text",
    shipment_id: "text",
    type: "text",
    example: "boolean",
    created_at: "instant",
    body: "json"
  },
  attempts: {
    account_id: "text",
    message_id: "text",
    endpoint_id: "text",
    number: "integer",
    started_at: "instant",
    duration_millis: "integer",
    response_start_millis: "integer",
    response_status: "integer",
    failure_reason: "text",
    detail: "text",
    manual: "boolean"
  },
  usage: {
    account_id: "text",
    hour: "instant",
    operation: "text",
    success_calls: "integer",
    client_error_calls: "integer",
    server_error_calls: "integer",
    credits: "integer"
  }
} as const satisfies {
  readonly [Kind in keyof typeof EXPORTED_COLUMNS]: Record<(typeof EXPORTED_COLUMNS)[Kind][number], ParquetType>
}

/** The columns of port calls. Hours are decimal, positions are in degrees (WGS 84). */
export const PORT_CALL_COLUMNS = {
  id: "text",
  port: "text",
  revision: "integer",
  mmsi: "integer",
  imo: "integer",
  vessel_name: "text",
  vessel_type: "text",
  commercial: "boolean",
  started_at: "instant",
  ended_at: "instant",
  ending: "text",
  last_received_at: "instant",
  hours_in_port: "decimal",
  hours_at_berth: "decimal",
  hours_at_anchor: "decimal",
  source: "text",
  assignment: "text",
  geometry: "point"
} as const satisfies Record<string, ParquetType>

/** The metadata by which readers find the geometry (GeoParquet 1.1.0); coordinates are longitude and latitude (OGC:CRS84). */
export const GEO_METADATA = {
  geo: JSON.stringify({
    version: "1.1.0",
    primary_column: "geometry",
    columns: { geometry: { encoding: "WKB", geometry_types: ["Point"] } }
  })
}

/** Well-known binary of a point: little-endian, type 1, longitude, latitude (OGC 06-103r4, section 8.2). */
export const pointWkb = (longitude: number, latitude: number): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(21))
  bytes.setUint8(0, 1)
  bytes.setUint32(1, 1, true)
  bytes.setFloat64(5, longitude, true)
  bytes.setFloat64(13, latitude, true)
  return new Uint8Array(bytes.buffer)
}

/** Hours of the stays of a kind that have ended. */
const hoursOf = ({ stays }: PortCall, kind: Stay["kind"]): number =>
  stays
    .filter((stay) => stay.kind === kind)
    .reduce((sum, { from, to }) => sum + (Option.isSome(to) ? to.value - from : 0), 0) / HOUR_MILLIS

/** The position of the vessel: at its last berth, else at its first stop. */
const positionOf = ({ stays }: PortCall): Stay | undefined => stays.findLast(({ kind }) => kind === "berth") ?? stays[0]

/** The cells of a port call, in the order of `PORT_CALL_COLUMNS`. */
export const portCallCells = ({ call, revision }: ChangedPortCall): ReadonlyArray<ParquetCell> => {
  const { vessel } = call
  const position = positionOf(call)
  return [
    call.id,
    call.port,
    revision,
    Option.getOrNull(vessel.mmsi),
    Option.getOrNull(Option.map(vessel.imo, Number)),
    Option.getOrNull(vessel.name),
    Option.getOrNull(vessel.type),
    vessel.commercial ? 1 : 0,
    call.startedAt,
    Option.getOrNull(call.endedAt),
    Option.getOrNull(call.ending),
    call.lastReceivedAt,
    Option.getOrNull(hoursInPort(call)),
    hoursOf(call, "berth"),
    hoursOf(call, "anchorage"),
    call.source,
    call.assignment ?? null,
    position === undefined ? null : pointWkb(position.longitude, position.latitude)
  ]
}
