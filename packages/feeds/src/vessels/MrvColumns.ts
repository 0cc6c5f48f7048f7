import { parse } from "@landfall/core/faults/Fault"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { Result } from "effect"
import { numberOrText } from "../tables/Cell.ts"
import { rowFaults } from "../tables/RowFaults.ts"
import { plainName, type TableRow } from "../tables/TableRow.ts"
import { VesselReading } from "./VesselReading.ts"

/** The columns of EMSA's publication that are read, by their plain names in the editions of 2018 and later. */
const COLUMNS = {
  imo: /^imo number$/u,
  name: /^name$/u,
  shipType: /^ship type$/u,
  year: /^reporting period$/u,
  totalTonnes: /^total co2 emissions m tonnes$/u,
  hoursAtSea: /^(?:annual )?(?:total )?time spent at sea hours$/u,
  kgPerNauticalMile: /^(?:annual average )?co2 emissions per distance kg co2 n mile$/u
} as const

type ColumnName = keyof typeof COLUMNS

const NEEDED: ReadonlyArray<ColumnName> = ["imo", "year", "kgPerNauticalMile"]

const placesIn = ({ cells }: TableRow) => {
  const names = cells.map(plainName)
  const place = (column: ColumnName) => names.findIndex((name) => COLUMNS[column].test(name))
  return {
    imo: place("imo"),
    name: place("name"),
    shipType: place("shipType"),
    year: place("year"),
    totalTonnes: place("totalTonnes"),
    hoursAtSea: place("hoursAtSea"),
    kgPerNauticalMile: place("kgPerNauticalMile")
  }
}

/** Whether a row is the head of a sheet of EMSA's publication. */
export const isMrvHead = (row: TableRow): boolean => {
  const places = placesIn(row)
  return NEEDED.every((column) => places[column] >= 0)
}

/** Ships whose model is known here. */
const CONTAINER_SHIP = /\bcontainer\b/iu

/** And those that carry nothing on wheels. */
const PLAIN_CONTAINER_SHIP = /^container ship$/iu

/** As English prints large numbers: the publication is English, so a comma before three digits parts thousands. */
const IN_THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u

const numberIn = (cell: string): number | string =>
  numberOrText(IN_THOUSANDS.test(cell) ? cell.replaceAll(",", "") : cell)

/** A number of a cell; undefined for the words that the publication has where it has none, such as `Division by zero!`. */
const figure = (cell: string): number | undefined => {
  const number = numberIn(cell)
  return typeof number === "number" && number > 0 ? number : undefined
}

/**
 * Since the year 2024 the publication has a second sheet, of the parts of a year that companies held ships which they
 * handed on, as `2024 (1/1 - 21/10)`. The whole year of such a ship stands on the first sheet.
 */
const PART_OF_YEAR = /^\d{4} \(.+\)$/u

/** Slower or faster than this over a whole year is no speed of a ship: hours or miles are wrong. */
const SLOWEST_KNOTS = 3
const FASTEST_KNOTS = 30

/** Mean speed at sea in knots: miles sailed, which are emissions over emissions per mile, over the hours at sea. */
const meanSpeed = (
  kgPerMile: number | undefined,
  tonnes: number | undefined,
  hours: number | undefined
): number | undefined => {
  if (kgPerMile === undefined || tonnes === undefined || hours === undefined) return undefined
  const knots = (tonnes * 1000) / kgPerMile / hours
  return knots >= SLOWEST_KNOTS && knots <= FASTEST_KNOTS ? knots : undefined
}

const NAMES: Readonly<Record<string, string>> = {
  "$.imo": "IMO Number",
  "$.name": "Name",
  "$.reported.year": "Reporting Period",
  "$.reported.co2KgPerNauticalMile": "CO₂ emissions per distance"
}

/** Reads the rows below a head of EMSA's publication: of each container ship its report of the year. */
export const mrvRows = (head: TableRow) => {
  const places = placesIn(head)
  return ({ line, cells }: TableRow): ReadonlyArray<VesselReading> => {
    const cell = (column: ColumnName): string => cells[places[column]] ?? ""
    const type = cell("shipType")
    if (places.shipType >= 0 && !CONTAINER_SHIP.test(type))
      return [VesselReading.Skipped({ line, reason: "not a container ship" })]
    if (PART_OF_YEAR.test(cell("year"))) return [VesselReading.Skipped({ line, reason: "a part of a year" })]
    const co2KgPerNauticalMile = figure(cell("kgPerNauticalMile"))
    if (co2KgPerNauticalMile === undefined && !/[1-9]/u.test(cell("kgPerNauticalMile")))
      return [VesselReading.Skipped({ line, reason: "no emissions for a mile are reported" })]
    const meanSpeedKnots = meanSpeed(co2KgPerNauticalMile, figure(cell("totalTonnes")), figure(cell("hoursAtSea")))
    const parsed = parse(Vessel)({
      imo: cell("imo"),
      ...(cell("name") === "" ? {} : { name: cell("name") }),
      ...(PLAIN_CONTAINER_SHIP.test(type) ? { type: "cargo" } : {}),
      reported: {
        co2KgPerNauticalMile: co2KgPerNauticalMile ?? numberIn(cell("kgPerNauticalMile")),
        ...(meanSpeedKnots === undefined ? {} : { meanSpeedKnots }),
        year: figure(cell("year")) ?? cell("year")
      }
    })
    if (Result.isSuccess(parsed)) return [VesselReading.Read({ line, vessel: parsed.success })]
    return rowFaults(line, parsed.failure, (path) => NAMES[path]).map((fault) => VesselReading.Refused({ fault }))
  }
}
