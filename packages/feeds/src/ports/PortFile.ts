import { parse } from "@landfall/core/faults/Fault"
import { CountryCode, Port } from "@landfall/core/geo/Port"
import { OwnPort } from "@landfall/core/geo/PortStore"
import { UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { Data, Result, Schema, type Stream } from "effect"
import { numberOrText } from "../tables/Cell.ts"
import { rowFaults } from "../tables/RowFaults.ts"
import { type ReadRow, rowsBelowHead } from "../tables/RowsBelowHead.ts"
import { FileUnreadable, type RowFault, type TableRow } from "../tables/TableRow.ts"
import { unknownColumns } from "../tables/UnknownColumns.ts"

/** What came of one row of a table of ports. */
export type PortReading = Data.TaggedEnum<{
  Read: { readonly line: number; readonly port: OwnPort }
  Refused: { readonly fault: RowFault }
  /** A column that is not read. */
  Ignored: { readonly fault: RowFault }
}>
export const PortReading = Data.taggedEnum<PortReading>()

/**
 * The columns of a table of ports, in any order. An empty `country` is that of the code; `lat` and `lon` are degrees of
 * WGS 84; `aliases` are other codes of the port, with blanks, semicolons or bars between.
 */
export const PORT_COLUMNS = ["code", "name", "country", "lat", "lon", "aliases"] as const

const NEEDED = ["code", "name", "lat", "lon"] as const

const SPELLINGS: Readonly<Record<string, string>> = {
  unlocode: "code",
  locode: "code",
  latitude: "lat",
  longitude: "lon",
  lng: "lon",
  alias: "aliases"
}

const Cells = Schema.Struct({
  code: UnlocodeFromInput,
  name: Port.fields.name,
  country: CountryCode,
  lat: Port.fields.position.fields.latitude,
  lon: Port.fields.position.fields.longitude,
  aliases: Schema.Array(UnlocodeFromInput)
})

const wordsOf = (cell: string): ReadonlyArray<string> => cell.split(/[\s;|]+/u).filter((word) => word !== "")

const columnOf = (path: string) => PORT_COLUMNS.find((column) => path === `$.${column}`)

const refused = (line: number, column: string, message: string): PortReading =>
  PortReading.Refused({ fault: { line, column, message } })

/** A row of ports, with the lines on which codes stood before. */
const portRow = (names: ReadonlyArray<string>, before: Map<string, number>) => {
  const cellOf = (cells: ReadonlyArray<string>, column: (typeof PORT_COLUMNS)[number]) =>
    cells[names.indexOf(column)] ?? ""
  return ({ cells, line }: TableRow): ReadonlyArray<PortReading> => {
    const code = cellOf(cells, "code")
    const parsed = parse(Cells)({
      code,
      name: cellOf(cells, "name"),
      country: (cellOf(cells, "country") || code.trim().slice(0, 2)).toUpperCase(),
      lat: numberOrText(cellOf(cells, "lat")),
      lon: numberOrText(cellOf(cells, "lon")),
      aliases: wordsOf(cellOf(cells, "aliases"))
    })
    if (Result.isFailure(parsed))
      return rowFaults(line, parsed.failure, columnOf).map((fault) => PortReading.Refused({ fault }))
    const { lat, lon, ...port } = parsed.success
    const taken = before.get(port.code)
    if (taken !== undefined) return [refused(line, "code", `code ${port.code} stands on line ${taken} already`)]
    if (port.aliases.includes(port.code))
      return [refused(line, "aliases", `aliases must be other codes than the port's own, got ${port.code}`)]
    // Where a table has no position it is this one, and no port lies there.
    if (lat === 0 && lon === 0) return [refused(line, "lat", "lat and lon must be the port's position, got 0 and 0")]
    before.set(port.code, line)
    return [PortReading.Read({ line, port: OwnPort.make({ ...port, position: { latitude: lat, longitude: lon } }) })]
  }
}

const NO_HEAD = new FileUnreadable({
  reason: `the first row must name the columns: ${PORT_COLUMNS.join(", ")}; ${NEEDED.join(", ")} must be among them`
})

/** The reader of the rows below a head, or why it is none. */
const readerOf = ({ cells }: TableRow): Result.Result<ReadRow<PortReading>, FileUnreadable> => {
  const names = cells.map((cell) => cell.toLowerCase()).map((name) => SPELLINGS[name] ?? name)
  return NEEDED.every((column) => names.includes(column))
    ? Result.succeed(portRow(names, new Map()))
    : Result.fail(NO_HEAD)
}

const KNOWN = [...PORT_COLUMNS, ...Object.keys(SPELLINGS)]

const ofHead = (head: TableRow): ReadonlyArray<PortReading> =>
  unknownColumns(head, KNOWN).map((fault) => PortReading.Ignored({ fault }))

/**
 * What a table of ports says, row by row, from a CSV file or a workbook whose first row names the columns. Fails where
 * the file cannot be read on. `file` is run more than once.
 */
export const readPortFile = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<PortReading, E | FileUnreadable, R> => rowsBelowHead(file, { readerOf, ofHead, noHead: NO_HEAD })
