import { parse } from "@landfall/core/faults/Parse"
import { CountryCode, Port } from "@landfall/core/geo/Port"
import { OperatorPort } from "@landfall/core/geo/PortStore"
import { Latitude, Longitude, Position, roundDegrees } from "@landfall/core/geo/Position"
import { UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { Data, Result, Schema, type Stream } from "effect"
import { findUnknownColumns, invalidCell, type RowFault, toRowFaults } from "../tables/RowFaults.ts"
import { type ReadRow, readRowsBelowHeader } from "../tables/RowsBelowHeader.ts"
import { FileUnreadable, numberOrText, type TableRow } from "../tables/TableRow.ts"
/** The result of one row of a table of ports. */
export type PortRowResult = Data.TaggedEnum<{
  Read: { readonly line: number; readonly port: OperatorPort }
  Rejected: { readonly fault: RowFault }
  /** A column that is not read. */
  Ignored: { readonly fault: RowFault }
}>
export const PortRowResult = Data.taggedEnum<PortRowResult>()

/**
 * The columns of a table of ports, in any order. The default `country` is that of the code; `lat` and `lon` are degrees
 * (WGS 84); `aliases` are other codes of the port, separated by spaces, semicolons or bars.
 */
export const PORT_COLUMNS = ["code", "name", "country", "lat", "lon", "aliases"] as const

const REQUIRED_COLUMNS = ["code", "name", "lat", "lon"] as const

const COLUMN_ALIASES: ReadonlyMap<string, string> = new Map([
  ["unlocode", "code"],
  ["locode", "code"],
  ["latitude", "lat"],
  ["longitude", "lon"],
  ["lng", "lon"],
  ["alias", "aliases"]
])

const PortCells = Schema.Struct({
  code: UnlocodeFromInput,
  name: Port.fields.name,
  country: CountryCode,
  lat: Port.fields.position.fields.latitude,
  lon: Port.fields.position.fields.longitude,
  aliases: Schema.Array(UnlocodeFromInput)
})

const splitCodes = (cell: string): ReadonlyArray<string> => cell.split(/[\s;|]+/u).filter((word) => word !== "")

const columnOf = (path: string) => PORT_COLUMNS.find((column) => path === column)

const rejected = (line: number, column: string, rule: string, value: string): PortRowResult =>
  PortRowResult.Rejected({ fault: invalidCell(line, column, rule, value) })

/** Makes the reader of rows; `lineByCode` has the line of each code already read. */
const makePortRowReader = (names: ReadonlyArray<string>, lineByCode: Map<string, number>) => {
  const cellOf = (cells: ReadonlyArray<string>, column: (typeof PORT_COLUMNS)[number]) =>
    cells[names.indexOf(column)] ?? ""
  return ({ cells, line }: TableRow): ReadonlyArray<PortRowResult> => {
    const code = cellOf(cells, "code")
    const parsed = parse(PortCells)({
      code,
      name: cellOf(cells, "name"),
      country: (cellOf(cells, "country") || code.trim().slice(0, 2)).toUpperCase(),
      lat: numberOrText(cellOf(cells, "lat")),
      lon: numberOrText(cellOf(cells, "lon")),
      aliases: splitCodes(cellOf(cells, "aliases"))
    })
    if (Result.isFailure(parsed))
      return toRowFaults(line, parsed.failure, columnOf).map((fault) => PortRowResult.Rejected({ fault }))
    const { lat, lon, ...port } = parsed.success
    const earlier = lineByCode.get(port.code)
    if (earlier !== undefined)
      return [rejected(line, "code", `must be unique, and is also on line ${earlier}`, port.code)]
    if (port.aliases.includes(port.code))
      return [rejected(line, "aliases", "must not contain the code of the port itself", port.code)]
    // Tables write 0, 0 for an unknown position; there is no port at 0, 0.
    if (lat === 0 && lon === 0) return [rejected(line, "lat", "and lon must be the position of the port", "0, 0")]
    lineByCode.set(port.code, line)
    const position = Position.make({
      latitude: Latitude.make(roundDegrees(lat)),
      longitude: Longitude.make(roundDegrees(lon))
    })
    return [PortRowResult.Read({ line, port: OperatorPort.make({ ...port, position }) })]
  }
}

const MISSING_HEADER = new FileUnreadable({
  reason: `the first row must name the columns: ${PORT_COLUMNS.join(", ")}; ${REQUIRED_COLUMNS.join(", ")} must be among them`
})

/** The reader of the rows below a header, or the fault of the header. */
const readerOf = ({ cells }: TableRow): Result.Result<ReadRow<PortRowResult>, FileUnreadable> => {
  const names = cells.map((cell) => cell.toLowerCase()).map((name) => COLUMN_ALIASES.get(name) ?? name)
  return REQUIRED_COLUMNS.every((column) => names.includes(column))
    ? Result.succeed(makePortRowReader(names, new Map()))
    : Result.fail(MISSING_HEADER)
}

const KNOWN_COLUMNS = [...PORT_COLUMNS, ...COLUMN_ALIASES.keys()]

const headerFaults = (head: TableRow): ReadonlyArray<PortRowResult> =>
  findUnknownColumns(head, KNOWN_COLUMNS).map((fault) => PortRowResult.Ignored({ fault }))

/**
 * Reads a table of ports row by row, from a CSV file or a workbook whose first row names the columns. Fails when the file
 * cannot be read further. `file` is run more than once.
 */
export const readPortFile = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<PortRowResult, E | FileUnreadable, R> =>
  readRowsBelowHeader(file, { readerOf, headerFaults, missingHeader: MISSING_HEADER })
