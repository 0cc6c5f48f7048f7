import { lastReceivedAtOf, type VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { type FleetParts, PART_MULTIPLIER } from "@landfall/core/congestion/fleet/FleetParts"
import { decodeVesselState, encodeVesselState } from "@landfall/core/congestion/fleet/VesselStateCodec"
import type { StoredStates } from "@landfall/core/congestion/fleet/VesselStateStore"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import type { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"

const STATE_COLUMNS = jsonColumns({ mmsi: "BIGINT", heard_at: "BIGINT", imo: "TEXT", body: "TEXT" })

const VESSEL_COLUMNS = jsonColumns({ mmsi: "BIGINT" })

const isText = Schema.is(Schema.String)

// Reads values instead of row objects, because there are hundreds of thousands of rows.
const toStates = (rows: ReadonlyArray<ReadonlyArray<unknown>>): StoredStates => {
  const states: Array<VesselState> = []
  for (const [body] of rows) {
    const state = isText(body) ? decodeVesselState(body) : Option.none()
    if (Option.isSome(state)) states.push(state.value)
  }
  return { states, unreadable: rows.length - states.length }
}

const decodeBody = Option.flatMap(({ body }: { readonly body: string }) => decodeVesselState(body))

/** Makes the statements on the states of vessels, in the table `vessel_state`. */
export const makeVesselStateRows = (sql: SqlClient.SqlClient) => {
  const saveStates = Effect.fnUntraced(function* (states: ReadonlyArray<VesselState>) {
    if (states.length === 0) return
    const rows = states.map((state) => [
      state.mmsi,
      lastReceivedAtOf(state),
      state.profile.imo,
      encodeVesselState(state)
    ])
    yield* sql`INSERT INTO vessel_state (${sql.literal(STATE_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, STATE_COLUMNS, rows)} AS added WHERE 1 = 1 ORDER BY 1
      ON CONFLICT (mmsi) DO UPDATE SET
        heard_at = excluded.heard_at, imo = excluded.imo, body = excluded.body`
  })

  const deleteStates = Effect.fnUntraced(function* (vessels: ReadonlyArray<MmsiInteger>) {
    if (vessels.length === 0) return
    const rows = vessels.map((mmsi) => [mmsi])
    yield* sql`DELETE FROM vessel_state
      WHERE mmsi IN (SELECT mmsi FROM ${jsonRows(sql, VESSEL_COLUMNS, rows)} AS removed)`
  })

  /** A condition on `mmsi`: the rule of `fleetPartOf`. */
  const isOfParts = (parts: FleetParts | undefined) =>
    parts === undefined
      ? sql`1 = 1`
      : sql`mmsi * ${sql.literal(String(PART_MULTIPLIER))} % 4294967296 / 65536 % ${parts.count} + 1 IN ${sql.in(parts.parts)}`

  const load = Effect.map(sql`SELECT body FROM vessel_state`.values, toStates)

  const findNewest = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ newest: Schema.NullOr(Schema.Finite) }),
    execute: () => sql`SELECT MAX(heard_at) AS newest FROM vessel_state`
  })

  const findBody = SqlSchema.findOneOption({
    Request: Schema.Int,
    Result: Schema.Struct({ body: Schema.String }),
    execute: (mmsi) => sql`SELECT body FROM vessel_state WHERE mmsi = ${mmsi}`
  })

  const findBodyByImo = SqlSchema.findOneOption({
    Request: ImoNumber,
    Result: Schema.Struct({ body: Schema.String }),
    execute: (imo) => sql`SELECT body FROM vessel_state WHERE imo = ${imo} ORDER BY heard_at DESC, mmsi LIMIT 1`
  })

  const deleteBefore = (parts: FleetParts | undefined) =>
    SqlSchema.findAll({
      Request: Schema.Int,
      Result: Schema.Struct({ mmsi: Schema.Int }),
      execute: (before) =>
        sql`DELETE FROM vessel_state WHERE heard_at < ${before} AND ${isOfParts(parts)} RETURNING mmsi`
    })

  return {
    deleteBefore: (before: number, parts: FleetParts | undefined) => deleteBefore(parts)(before),
    deleteStates,
    find: (mmsi: MmsiInteger) => Effect.map(findBody(mmsi), decodeBody),
    findByImo: (imo: ImoNumber) => Effect.map(findBodyByImo(imo), decodeBody),
    findNewest: Effect.map(findNewest(), ([row]) => row?.newest ?? 0),
    load,
    loadParts: (parts: FleetParts) =>
      Effect.map(sql`SELECT body FROM vessel_state WHERE ${isOfParts(parts)}`.values, toStates),
    saveStates
  }
}
