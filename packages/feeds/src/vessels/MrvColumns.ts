import { parse } from "@landfall/core/faults/Parse"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { Record, Result } from "effect"
import { invalidCell, toRowFaults } from "../tables/RowFaults.ts"
import { normaliseColumnName, numberOrText, type TableRow } from "../tables/TableRow.ts"
import { VesselRowResult } from "./VesselRowResult.ts"

/** The columns of EMSA's publication that are read, by their plain names in the editions of 2018 and later. */
const MRV_COLUMNS = {
  imo: /^imo number$/u,
  name: /^name$/u,
  shipType: /^ship type$/u,
  year: /^reporting period$/u,
  totalTonnes: /^total co2 emissions m tonnes$/u,
  hoursAtSea: /^(?:annual )?(?:total )?time spent at sea hours$/u,
  kgPerNauticalMile: /^(?:annual average )?co2 emissions per distance kg co2 n mile$/u
} as const

type MrvColumn = keyof typeof MRV_COLUMNS

const REQUIRED_COLUMNS: ReadonlyArray<MrvColumn> = ["imo", "year", "kgPerNauticalMile"]

/** The place of each column in a head, from 0; -1 where the head has no such column. */
const columnIndexesOf = ({ cells }: TableRow) => {
  const names = cells.map(normaliseColumnName)
  return Record.map(MRV_COLUMNS, (pattern) => names.findIndex((name) => pattern.test(name)))
}

/** Whether a row is the head of a sheet of EMSA's publication. */
export const isMrvHeader = (row: TableRow): boolean => {
  const places = columnIndexesOf(row)
  return REQUIRED_COLUMNS.every((column) => places[column] >= 0)
}

/** The types that are read, for the model is one of container ships: all that carry containers, on wheels too or not. */
const CONTAINER_SHIP = /\bcontainer\b/iu

/** The one that is known to be cargo: a ship that carries wheels too may be counted as either type, so none is said of it. */
const PLAIN_CONTAINER_SHIP = /^container ship$/iu

/** As English prints large numbers: the publication is English, so a comma before three digits parts thousands. */
const THOUSANDS_SEPARATED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u

const parseNumber = (cell: string): number | string =>
  numberOrText(THOUSANDS_SEPARATED.test(cell) ? cell.replaceAll(",", "") : cell)

/** A number of a cell; undefined for the words that the publication has where it has none, such as `Division by zero!`. */
const positiveNumber = (cell: string): number | undefined => {
  const number = parseNumber(cell)
  return typeof number === "number" && number > 0 ? number : undefined
}

/**
 * Since the year 2024 the publication has a second sheet, of the parts of a year that companies held ships which they
 * handed on, as `2024 (1/1 - 21/10)`. The whole year of such a ship stands on the first sheet.
 */
const PART_OF_YEAR = /^\d{4} \(.+\)$/u

/** Without a digit but 0 a cell has no figure: it is empty, nothing, or words such as `Division by zero!` and `N/A`. */
const SOME_FIGURE = /[1-9]/u

/** A cell of a row, by its column; empty where there is none. */
type CellOf = (column: MrvColumn) => string

/** Why a row says nothing of a container ship's year; undefined where it does. */
const reasonToSkip = (cell: CellOf, isTyped: boolean): string | undefined => {
  if (isTyped && !CONTAINER_SHIP.test(cell("shipType"))) return "not a container ship"
  if (PART_OF_YEAR.test(cell("year"))) return "a part of a year"
  return SOME_FIGURE.test(cell("kgPerNauticalMile")) ? undefined : "no emissions for a mile are reported"
}

/** Slower or faster than this over a whole year is no speed of a ship: hours or miles are wrong. */
const MIN_MEAN_SPEED_KNOTS = 3
const MAX_MEAN_SPEED_KNOTS = 30

/** Mean speed at sea in knots: miles sailed, which are emissions over emissions per mile, over the hours at sea. */
const meanSpeed = (cell: CellOf): number | undefined => {
  const kgPerMile = positiveNumber(cell("kgPerNauticalMile"))
  const tonnes = positiveNumber(cell("totalTonnes"))
  const hours = positiveNumber(cell("hoursAtSea"))
  return kgPerMile === undefined || tonnes === undefined || hours === undefined
    ? undefined
    : (tonnes * 1000) / kgPerMile / hours
}

const isPlausibleSpeed = (knots: number): boolean => knots >= MIN_MEAN_SPEED_KNOTS && knots <= MAX_MEAN_SPEED_KNOTS

const HOURS_COLUMN = "Time spent at sea"

const COLUMN_BY_PATH: Readonly<{ [path: string]: string }> = {
  imo: "IMO Number",
  name: "Name",
  "reported.year": "Reporting Period",
  "reported.co2KgPerNauticalMile": "CO₂ emissions per distance"
}

const vesselIn = (cell: CellOf, meanSpeedKnots: number | undefined): unknown => ({
  imo: cell("imo"),
  ...(cell("name") === "" ? {} : { name: cell("name") }),
  ...(PLAIN_CONTAINER_SHIP.test(cell("shipType")) ? { type: "cargo" } : {}),
  reported: {
    co2KgPerNauticalMile: parseNumber(cell("kgPerNauticalMile")),
    ...(meanSpeedKnots === undefined ? {} : { meanSpeedKnots }),
    year: parseNumber(cell("year"))
  }
})

/** Reads the rows below a head of EMSA's publication: of each container ship its report of the year. */
export const makeMrvRowReader = (head: TableRow) => {
  const places = columnIndexesOf(head)
  return ({ line, cells }: TableRow): ReadonlyArray<VesselRowResult> => {
    const cell: CellOf = (column) => cells[places[column]] ?? ""
    const reason = reasonToSkip(cell, places.shipType >= 0)
    if (reason !== undefined) return [VesselRowResult.Skipped({ line, reason })]
    const knots = meanSpeed(cell)
    const isLeftOut = knots !== undefined && !isPlausibleSpeed(knots)
    const parsed = parse(Vessel)(vesselIn(cell, isLeftOut ? undefined : knots))
    if (Result.isFailure(parsed)) {
      return toRowFaults(line, parsed.failure, (path) => COLUMN_BY_PATH[path]).map((fault) =>
        VesselRowResult.Refused({ fault })
      )
    }
    const read = VesselRowResult.Read({ line, vessel: parsed.success })
    if (!isLeftOut) return [read]
    const rule = `must result in a mean speed of ${MIN_MEAN_SPEED_KNOTS} to ${MAX_MEAN_SPEED_KNOTS} kn, and results in ${Number(knots.toPrecision(3))} kn; the report is stored without a mean speed`
    const fault = invalidCell(line, HOURS_COLUMN, rule, parseNumber(cell("hoursAtSea")))
    return [read, VesselRowResult.Ignored({ fault })]
  }
}
