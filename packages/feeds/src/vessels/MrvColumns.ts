import { parse } from "@landfall/core/faults/Parse"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { Record, Result } from "effect"
import { invalidCell, toRowFaults } from "../tables/RowFaults.ts"
import { normaliseColumnName, numberOrText, type TableRow } from "../tables/TableRow.ts"
import { VesselRowResult } from "./VesselRowResult.ts"

/** The columns of EMSA's publication that are read, by their normalised names in the editions of 2018 and later. */
const MRV_COLUMNS = {
  imo: /^imo number$/u,
  name: /^name$/u,
  shipType: /^ship type$/u,
  year: /^reporting period$/u,
  totalTonnes: /^total co2 emissions m tonnes$/u,
  hoursAtSea: /^(?:annual )?(?:total )?time spent at sea hours$/u,
  kgPerNauticalMile: /^(?:annual average )?co2 emissions per distance kg co2 n mile$/u,
  gramsPerTonneMile: /^(?:annual average )?co2 emissions per transport work mass g co2 m tonnes n miles$/u
} as const

type MrvColumn = keyof typeof MRV_COLUMNS

const REQUIRED_COLUMNS: ReadonlyArray<MrvColumn> = ["imo", "year", "kgPerNauticalMile"]

/** The index of each column in a header, from 0; -1 when the header has no such column. */
const columnIndexesOf = ({ cells }: TableRow) => {
  const names = cells.map(normaliseColumnName)
  return Record.map(MRV_COLUMNS, (pattern) => names.findIndex((name) => pattern.test(name)))
}

/** Whether a row is the header of a sheet of EMSA's publication. */
export const isMrvHeader = (row: TableRow): boolean => {
  const indexes = columnIndexesOf(row)
  return REQUIRED_COLUMNS.every((column) => indexes[column] >= 0)
}

/**
 * The ship types that are read: the model covers vessels that carry containers, also those that carry vehicles as well.
 */
const CONTAINER_SHIP = /\bcontainer\b/iu

/**
 * The type of pure cargo vessels. A vessel that carries vehicles as well can be of either type, so its type stays
 * unknown.
 */
const PLAIN_CONTAINER_SHIP = /^container ship$/iu

/** Numbers in English notation, as in the publication: a comma before three digits separates thousands. */
const THOUSANDS_SEPARATED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u

const parseNumber = (cell: string): number | string =>
  numberOrText(THOUSANDS_SEPARATED.test(cell) ? cell.replaceAll(",", "") : cell)

/** The positive number of a cell; undefined for a placeholder of a missing value, such as `Division by zero!`. */
const positiveNumber = (cell: string): number | undefined => {
  const number = parseNumber(cell)
  return typeof number === "number" && number > 0 ? number : undefined
}

/**
 * A period of less than a year, such as `2024 (1/1 - 21/10)`. Since 2024 the publication has a second sheet with the periods
 * of vessels that changed companies; the first sheet has the whole year of such a vessel.
 */
const PART_OF_YEAR = /^\d{4} \(.+\)$/u

/** A cell without a digit from 1 to 9 has no value: it is empty, zero, or words such as `Division by zero!` and `N/A`. */
const NON_ZERO_DIGIT = /[1-9]/u

/** The cell of a column; empty when the column is absent. */
type CellOf = (column: MrvColumn) => string

/** The reason to skip a row that has no report of a container vessel for a year; undefined when it has one. */
const reasonToSkip = (cell: CellOf, isTyped: boolean): string | undefined => {
  if (isTyped && !CONTAINER_SHIP.test(cell("shipType"))) return "not a container vessel"
  if (PART_OF_YEAR.test(cell("year"))) return "a part of a year"
  return NON_ZERO_DIGIT.test(cell("kgPerNauticalMile")) ? undefined : "no emissions for a mile are reported"
}

/** The plausible range of a mean speed over a year; outside it, hours or miles are wrong. */
const MIN_MEAN_SPEED_KNOTS = 3
const MAX_MEAN_SPEED_KNOTS = 30

/** Mean speed at sea in knots: the miles sailed (emissions divided by emissions per mile) divided by the hours at sea. */
const meanSpeed = (cell: CellOf): number | undefined => {
  const kgPerMile = positiveNumber(cell("kgPerNauticalMile"))
  const tonnes = positiveNumber(cell("totalTonnes"))
  const hours = positiveNumber(cell("hoursAtSea"))
  return kgPerMile === undefined || tonnes === undefined || hours === undefined
    ? undefined
    : (tonnes * 1000) / kgPerMile / hours
}

/**
 * The plausible range of CO2 per transport work of a container vessel: outside it, the reported cargo has another unit or
 * counts containers, and is ignored. All but 1 in 100 reports are within it.
 */
const MIN_GRAMS_PER_TONNE_MILE = 4
const MAX_GRAMS_PER_TONNE_MILE = 200

/** CO2 per transport work, when it is plausible; the publication has none for vessels that report another unit of cargo. */
const plausibleGramsPerTonneMile = (cell: CellOf): number | undefined => {
  const grams = positiveNumber(cell("gramsPerTonneMile"))
  return grams !== undefined && grams >= MIN_GRAMS_PER_TONNE_MILE && grams <= MAX_GRAMS_PER_TONNE_MILE
    ? grams
    : undefined
}

const isPlausibleSpeed = (knots: number): boolean => knots >= MIN_MEAN_SPEED_KNOTS && knots <= MAX_MEAN_SPEED_KNOTS

const HOURS_COLUMN = "Time spent at sea"

const COLUMN_BY_PATH: Readonly<{ [path: string]: string }> = {
  imo: "IMO Number",
  name: "Name",
  "reported.year": "Reporting Period",
  "reported.co2KgPerNauticalMile": "CO₂ emissions per distance"
}

const vesselIn = (
  cell: CellOf,
  meanSpeedKnots: number | undefined,
  gramsPerTonneMile: number | undefined
): unknown => ({
  imo: cell("imo"),
  ...(cell("name") === "" ? {} : { name: cell("name") }),
  ...(PLAIN_CONTAINER_SHIP.test(cell("shipType")) ? { type: "cargo" } : {}),
  reported: {
    co2KgPerNauticalMile: parseNumber(cell("kgPerNauticalMile")),
    ...(meanSpeedKnots === undefined ? {} : { meanSpeedKnots }),
    ...(gramsPerTonneMile === undefined ? {} : { co2GramsPerTonneMile: gramsPerTonneMile }),
    year: parseNumber(cell("year"))
  }
})

/**
 * Makes the reader of the rows below a header of EMSA's publication, which reads the yearly report of each container
 * vessel.
 */
export const makeMrvRowReader = (head: TableRow) => {
  const indexes = columnIndexesOf(head)
  return ({ line, cells }: TableRow): ReadonlyArray<VesselRowResult> => {
    const cell: CellOf = (column) => cells[indexes[column]] ?? ""
    const reason = reasonToSkip(cell, indexes.shipType >= 0)
    if (reason !== undefined) return [VesselRowResult.Skipped({ line, reason })]
    const knots = meanSpeed(cell)
    const isImplausible = knots !== undefined && !isPlausibleSpeed(knots)
    const parsed = parse(Vessel)(vesselIn(cell, isImplausible ? undefined : knots, plausibleGramsPerTonneMile(cell)))
    if (Result.isFailure(parsed)) {
      return toRowFaults(line, parsed.failure, (path) => COLUMN_BY_PATH[path]).map((fault) =>
        VesselRowResult.Rejected({ fault })
      )
    }
    const read = VesselRowResult.Read({ line, vessel: parsed.success })
    if (!isImplausible) return [read]
    const rule = `must result in a mean speed of ${MIN_MEAN_SPEED_KNOTS} to ${MAX_MEAN_SPEED_KNOTS} kn, and results in ${Number(knots.toPrecision(3))} kn; the report is stored without a mean speed`
    const fault = invalidCell(line, HOURS_COLUMN, rule, parseNumber(cell("hoursAtSea")))
    return [read, VesselRowResult.Ignored({ fault })]
  }
}
