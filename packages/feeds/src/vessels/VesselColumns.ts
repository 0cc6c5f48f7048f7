import { parse } from "@landfall/core/faults/Fault"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { Result } from "effect"
import { numberOrText } from "../tables/Cell.ts"
import { rowFaults } from "../tables/RowFaults.ts"
import type { TableRow } from "../tables/TableRow.ts"
import { unknownColumns } from "../tables/UnknownColumns.ts"
import { VesselReading } from "./VesselReading.ts"

/** How a cell is taken: as it stands, or as a number where it is one. */
type Taking = "text" | "number"

interface Column {
  readonly taking: Taking
  /** Where it goes in a `Vessel`, as a path from its root. */
  readonly path: readonly [string] | readonly ["reported", string]
}

/** The columns of a vessel file of one's own, in any order. */
const COLUMNS: Readonly<Record<string, Column>> = {
  imo: { taking: "text", path: ["imo"] },
  mmsi: { taking: "text", path: ["mmsi"] },
  name: { taking: "text", path: ["name"] },
  type: { taking: "text", path: ["type"] },
  teu: { taking: "number", path: ["teu"] },
  gross_tonnage: { taking: "number", path: ["grossTonnage"] },
  length_m: { taking: "number", path: ["lengthM"] },
  beam_m: { taking: "number", path: ["beamM"] },
  draught_m: { taking: "number", path: ["draughtM"] },
  engine_kw: { taking: "number", path: ["engineKw"] },
  service_speed_kn: { taking: "number", path: ["serviceSpeedKnots"] },
  year_built: { taking: "number", path: ["yearBuilt"] },
  mrv_kg_co2_per_nm: { taking: "number", path: ["reported", "co2KgPerNauticalMile"] },
  mrv_mean_speed_kn: { taking: "number", path: ["reported", "meanSpeedKnots"] },
  mrv_year: { taking: "number", path: ["reported", "year"] }
}

/** The names of the columns that are known. */
export const VESSEL_COLUMNS = Object.keys(COLUMNS)

const nameAt = new Map(Object.entries(COLUMNS).map(([name, { path }]) => [`$.${path.join(".")}`, name]))

const valueOf = ({ taking }: Column, cell: string): unknown => (taking === "number" ? numberOrText(cell) : cell)

const vesselIn = (columns: ReadonlyArray<Column | undefined>, cells: ReadonlyArray<string>): unknown => {
  const vessel: Record<string, unknown> = {}
  const reported: Record<string, unknown> = {}
  for (const [place, column] of columns.entries()) {
    const cell = cells[place] ?? ""
    if (column === undefined || cell === "") continue
    const [first, second] = column.path
    if (second === undefined) vessel[first] = valueOf(column, cell)
    else reported[second] = valueOf(column, cell)
  }
  return Object.keys(reported).length === 0 ? vessel : { ...vessel, reported }
}

/** Whether a row names columns of a vessel file. */
export const isVesselHead = ({ cells }: TableRow): boolean => {
  const names = cells.map((cell) => cell.toLowerCase())
  return names.includes("imo") || names.includes("mmsi")
}

/** What is to be said of a head: see `unknownColumns`. */
export const headFaults = (head: TableRow): ReadonlyArray<VesselReading> =>
  unknownColumns(head, VESSEL_COLUMNS).map((fault) => VesselReading.Ignored({ fault }))

/** Reads the rows below a head. A row with a fault is left out, and all its faults are told. */
export const vesselRows = (head: TableRow) => {
  const names = head.cells.map((cell) => cell.toLowerCase())
  const columns = names.map((name, place) => (names.indexOf(name) === place ? COLUMNS[name] : undefined))
  return ({ line, cells }: TableRow): ReadonlyArray<VesselReading> => {
    const parsed = parse(Vessel)(vesselIn(columns, cells))
    if (Result.isSuccess(parsed)) return [VesselReading.Read({ line, vessel: parsed.success })]
    return rowFaults(line, parsed.failure, (path) => nameAt.get(path)).map((fault) => VesselReading.Refused({ fault }))
  }
}
