import { Result, Schema } from "effect"
import { type CsvRow, makeCsvRow, splitRow, textAt } from "./CsvRow.ts"

export type { CsvRow } from "./CsvRow.ts"

/** The columns of AIS files. */
export const AIS_COLUMNS = [
  "mmsi",
  "time",
  "latitude",
  "longitude",
  "speed",
  "course",
  "heading",
  "status",
  "transceiver",
  "imo",
  "name",
  "callSign",
  "shipType",
  "length",
  "beam",
  "draught",
  "destination"
] as const
/** A column of an AIS file that is read, whatever its header is called. */
export type AisColumn = (typeof AIS_COLUMNS)[number]

/** The columns required for a position report. */
const REQUIRED_COLUMNS: ReadonlyArray<AisColumn> = ["mmsi", "time", "latitude", "longitude"]

/** The columns with static data of a vessel. */
export const STATIC_COLUMNS: ReadonlyArray<AisColumn> = AIS_COLUMNS.slice(AIS_COLUMNS.indexOf("imo"))

/**
 * The names of columns, normalised to lower-case letters: MarineCadastre's until 2023 (`BaseDateTime`, `LAT`) and
 * from 2024 (`base_date_time`, `longitude` before `latitude`), and the Danish Maritime Authority's (`# Timestamp`).
 */
const COLUMN_BY_NAME: ReadonlyMap<string, AisColumn> = new Map([
  ["mmsi", "mmsi"],
  ["basedatetime", "time"],
  ["timestamp", "time"],
  ["lat", "latitude"],
  ["latitude", "latitude"],
  ["lon", "longitude"],
  ["longitude", "longitude"],
  ["sog", "speed"],
  ["cog", "course"],
  ["heading", "heading"],
  ["status", "status"],
  ["navigationalstatus", "status"],
  ["transceiverclass", "transceiver"],
  ["transcieverclass", "transceiver"],
  ["transceiver", "transceiver"],
  ["typeofmobile", "transceiver"],
  ["imo", "imo"],
  ["vesselname", "name"],
  ["name", "name"],
  ["callsign", "callSign"],
  ["vesseltype", "shipType"],
  ["shiptype", "shipType"],
  ["length", "length"],
  ["width", "beam"],
  ["draft", "draught"],
  ["draught", "draught"],
  ["destination", "destination"]
])

/** The accepted names of a required column, for the error message. */
const EXPECTED_NAMES: Readonly<Record<string, string>> = {
  mmsi: "MMSI",
  time: "BaseDateTime, base_date_time or # Timestamp",
  latitude: "LAT or latitude",
  longitude: "LON or longitude"
}

/** A CSV file whose header lacks required columns. */
export class MissingColumns extends Schema.TaggedError<MissingColumns>()("MissingColumns", {
  columns: Schema.Array(Schema.String),
  header: Schema.String
}) {
  override get message(): string {
    const missing = this.columns.map((column) => `${column} (${EXPECTED_NAMES[column] ?? column})`).join(", ")
    return `The header of the CSV has no column for ${missing}. The header is: ${this.header}`
  }
}

/** The index of each column, from 0; -1 when the file has no such column. */
export interface CsvLayout {
  readonly columnCount: number
  readonly columnIndexes: Readonly<Record<AisColumn, number>>
}

const MAX_QUOTED_HEADER_LENGTH = 300

const normalisedNames = (row: CsvRow): ReadonlyArray<string> =>
  Array.from({ length: row.columns }, (_, index) =>
    textAt(row, index)
      .toLowerCase()
      .replace(/[^a-z]/g, "")
  )

/** The layout of a header row, by the names of its columns in any order. */
export const layoutOf = (row: CsvRow): Result.Result<CsvLayout, MissingColumns> => {
  const columns = normalisedNames(row).map((name) => COLUMN_BY_NAME.get(name))
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    const header = Array.from({ length: row.columns }, (_, index) => textAt(row, index)).join(",")
    return Result.fail(new MissingColumns({ columns: missing, header: header.slice(0, MAX_QUOTED_HEADER_LENGTH) }))
  }
  const indexOf = (column: AisColumn): number => columns.indexOf(column)
  return Result.succeed({
    columnCount: row.columns,
    columnIndexes: {
      mmsi: indexOf("mmsi"),
      time: indexOf("time"),
      latitude: indexOf("latitude"),
      longitude: indexOf("longitude"),
      speed: indexOf("speed"),
      course: indexOf("course"),
      heading: indexOf("heading"),
      status: indexOf("status"),
      transceiver: indexOf("transceiver"),
      imo: indexOf("imo"),
      name: indexOf("name"),
      callSign: indexOf("callSign"),
      shipType: indexOf("shipType"),
      length: indexOf("length"),
      beam: indexOf("beam"),
      draught: indexOf("draught"),
      destination: indexOf("destination")
    }
  })
}

/** The layout of the header line from `start` to `end`. */
export const readHeader = (bytes: Uint8Array, start: number, end: number): Result.Result<CsvLayout, MissingColumns> => {
  const row = makeCsvRow()
  splitRow(bytes, start, end, row)
  return layoutOf(row)
}
