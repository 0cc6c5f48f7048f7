import { parse } from "@landfall/core/faults/Parse"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { Result } from "effect"
import { findUnknownColumns, toRowFaults } from "../tables/RowFaults.ts"
import { numberOrText, type TableRow } from "../tables/TableRow.ts"
import { VesselRowResult } from "./VesselRowResult.ts"

/** The type of a column. A cell of type `number` that is not a number is passed on as text, so that the schema reports it. */
type CellType = "text" | "number"

interface VesselColumn {
  readonly type: CellType
  /** The path of the property in a `Vessel`. */
  readonly path: readonly [string] | readonly ["reported", string]
}

/** The columns of an operator-supplied vessel file, in any order. */
const COLUMN_DEFINITIONS = {
  imo: { type: "text", path: ["imo"] },
  mmsi: { type: "text", path: ["mmsi"] },
  name: { type: "text", path: ["name"] },
  type: { type: "text", path: ["type"] },
  teu: { type: "number", path: ["teu"] },
  gross_tonnage: { type: "number", path: ["grossTonnage"] },
  length_m: { type: "number", path: ["lengthM"] },
  beam_m: { type: "number", path: ["beamM"] },
  draught_m: { type: "number", path: ["draughtM"] },
  engine_kw: { type: "number", path: ["engineKw"] },
  service_speed_kn: { type: "number", path: ["serviceSpeedKnots"] },
  year_built: { type: "number", path: ["yearBuilt"] },
  mrv_kg_co2_per_nm: { type: "number", path: ["reported", "co2KgPerNauticalMile"] },
  mrv_mean_speed_kn: { type: "number", path: ["reported", "meanSpeedKnots"] },
  mrv_g_co2_per_tonne_nm: { type: "number", path: ["reported", "co2GramsPerTonneMile"] },
  mrv_year: { type: "number", path: ["reported", "year"] }
} as const satisfies Readonly<Record<string, VesselColumn>>

/** A map, because a header can name properties that every object has, such as `constructor`. */
const columnByName: ReadonlyMap<string, VesselColumn> = new Map(Object.entries(COLUMN_DEFINITIONS))

/** The names of the columns of a vessel file. */
export const VESSEL_COLUMNS = Object.keys(COLUMN_DEFINITIONS)

const columnByPath = new Map(Object.entries(COLUMN_DEFINITIONS).map(([name, { path }]) => [path.join("."), name]))

const cellValue = ({ type }: VesselColumn, cell: string): unknown => (type === "number" ? numberOrText(cell) : cell)

const vesselIn = (columns: ReadonlyArray<VesselColumn | undefined>, cells: ReadonlyArray<string>): unknown => {
  const vessel: Record<string, unknown> = {}
  const reported: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ""
    if (column === undefined || cell === "") continue
    const [first, second] = column.path
    if (second === undefined) vessel[first] = cellValue(column, cell)
    else reported[second] = cellValue(column, cell)
  }
  return Object.keys(reported).length === 0 ? vessel : { ...vessel, reported }
}

/** Whether a row names columns of a vessel file. */
export const isVesselHeader = ({ cells }: TableRow): boolean => {
  const names = cells.map((cell) => cell.toLowerCase())
  return names.includes("imo") || names.includes("mmsi")
}

/** The unknown and repeated columns of a header. */
export const headerFaults = (head: TableRow): ReadonlyArray<VesselRowResult> =>
  findUnknownColumns(head, VESSEL_COLUMNS).map((fault) => VesselRowResult.Ignored({ fault }))

/** Makes the reader of the rows below a header. A row with faults is rejected with all of them. */
export const makeVesselRowReader = (head: TableRow) => {
  const names = head.cells.map((cell) => cell.toLowerCase())
  const columns = names.map((name, index) => (names.indexOf(name) === index ? columnByName.get(name) : undefined))
  return ({ line, cells }: TableRow): ReadonlyArray<VesselRowResult> => {
    const parsed = parse(Vessel)(vesselIn(columns, cells))
    if (Result.isSuccess(parsed)) return [VesselRowResult.Read({ line, vessel: parsed.success })]
    return toRowFaults(line, parsed.failure, (path) => columnByPath.get(path)).map((fault) =>
      VesselRowResult.Rejected({ fault })
    )
  }
}
