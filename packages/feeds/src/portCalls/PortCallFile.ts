import type { PortCallReport } from "@landfall/core/congestion/detection/VesselReport"
import { invalidFault } from "@landfall/core/faults/Fault"
import { formatCount } from "@landfall/core/listing/Count"
import { Effect, FileSystem, type PlatformError, Result, Schema, Stream } from "effect"
import { Csv, JsonArray } from "effect/encoding"
import { branchOnHead } from "../ais/StreamHead.ts"
import { csvRowFault } from "../tables/CsvTable.ts"
import { formatColumn } from "../tables/RowFaults.ts"
import { PORT_CALL_COLUMNS, type RejectedPortCall, readPortCall } from "./PortCallRecord.ts"

export { PORT_CALL_COLUMNS }

/** A file of port calls that cannot be read, or cannot be read beyond some record. */
export class UnreadablePortCalls extends Schema.TaggedError<UnreadablePortCalls>()("UnreadablePortCalls", {
  source: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.source}: ${this.reason}`
  }
}

/** A port call, or a rejected record; the other records are still read. */
export type PortCallResult = Result.Result<PortCallReport, RejectedPortCall>

/** The required columns, besides one of `imo` and `mmsi`. */
const REQUIRED_COLUMNS = ["port", "arrivedAt"]

/** The unknown columns that a fault names; the others are counted. */
const MAX_NAMED_COLUMNS = 10

const formatColumns = (names: ReadonlyArray<string>): string => {
  const hidden = names.length - MAX_NAMED_COLUMNS
  const named = names.slice(0, MAX_NAMED_COLUMNS).map(formatColumn).join(", ")
  return hidden > 0 ? `${named} and ${hidden} more` : named
}

const headerFault = (header: ReadonlyArray<string>): string | undefined => {
  const missing = REQUIRED_COLUMNS.filter((column) => !header.includes(column))
  if (!header.includes("imo") && !header.includes("mmsi")) missing.push("imo or mmsi")
  const unknown = header.filter((column) => !PORT_CALL_COLUMNS.includes(column))
  const parts = [
    ...(missing.length === 0 ? [] : [`the header has no column ${missing.join(", ")}`]),
    ...(unknown.length === 0 ? [] : [`the header has unknown columns: ${formatColumns(unknown)}`])
  ]
  return parts.length === 0 ? undefined : `${parts.join("; ")}. Known columns: ${PORT_CALL_COLUMNS.join(", ")}.`
}

/** The record of a row, without its empty cells. */
const recordOf = (header: ReadonlyArray<string>, cells: ReadonlyArray<string>): Record<string, string> =>
  Object.fromEntries(
    header.flatMap((name, index): ReadonlyArray<readonly [string, string]> => {
      const cell = cells[index]?.trim() ?? ""
      return cell === "" ? [] : [[name, cell]]
    })
  )

const readRow = (header: ReadonlyArray<string>, cells: ReadonlyArray<string>, number: number, source: string) =>
  cells.length === header.length
    ? readPortCall(recordOf(header, cells), number, source)
    : Result.fail({
        record: number,
        faults: [
          invalidFault(
            [],
            `has ${formatCount(cells.length, "column")} where the header has ${header.length}; quote values that contain commas`
          )
        ]
      })

type Bytes = Stream.Stream<Uint8Array, PlatformError.PlatformError>
type PortCallResults = Stream.Stream<PortCallResult, UnreadablePortCalls | PlatformError.PlatformError>

interface CsvState {
  readonly header: ReadonlyArray<string>
  readonly records: number
}

const INITIAL_CSV_STATE: CsvState = { header: [], records: 0 }

/** Reads a row of CSV; fails when the file cannot be read further. */
const acceptRow = (
  { header, records }: CsvState,
  cells: ReadonlyArray<string>,
  source: string
): Effect.Effect<readonly [CsvState, ReadonlyArray<PortCallResult>], UnreadablePortCalls> => {
  const fault = csvRowFault(cells)
  if (fault !== undefined) {
    const place = header.length === 0 ? "the header" : `record ${records + 1}`
    return Effect.fail(new UnreadablePortCalls({ source, reason: `${place} ${fault}` }))
  }
  if (header.length > 0)
    return Effect.succeed([{ header, records: records + 1 }, [readRow(header, cells, records + 1, source)]])
  return checkHeader(
    cells.map((name) => name.trim()),
    source
  )
}

const checkHeader = (header: ReadonlyArray<string>, source: string) => {
  const reason = headerFault(header)
  return reason === undefined
    ? Effect.succeed([{ header, records: 0 }, []] as const)
    : Effect.fail(new UnreadablePortCalls({ source, reason }))
}

const readCsv = (bytes: Bytes, source: string): PortCallResults =>
  bytes.pipe(
    Stream.pipeThroughChannel(Csv.decode<PlatformError.PlatformError>({ ignoreEmptyLines: true })),
    Stream.catchTag("CsvError", ({ line, message }) =>
      Stream.fail(new UnreadablePortCalls({ source, reason: `line ${line} is not valid CSV: ${message}` }))
    ),
    Stream.mapAccumEffect(
      () => INITIAL_CSV_STATE,
      (state, cells) => acceptRow(state, cells, source)
    )
  )

const readArray = (bytes: Bytes, source: string): PortCallResults =>
  bytes.pipe(
    Stream.pipeThroughChannel(JsonArray.decode<PlatformError.PlatformError>()),
    Stream.catchTag("JsonArrayError", ({ message }) =>
      Stream.fail(new UnreadablePortCalls({ source, reason: `the file is not a valid JSON array: ${message}` }))
    ),
    Stream.zipWithIndex,
    Stream.map(([object, index]) => readPortCall(object, index + 1, source))
  )

const parseJson = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Unknown))

const readLines = (bytes: Bytes, source: string): PortCallResults =>
  bytes.pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.filter((line) => line.trim() !== ""),
    Stream.zipWithIndex,
    Stream.map(([line, index]) => {
      const object = parseJson(line)
      return Result.isSuccess(object)
        ? readPortCall(object.success, index + 1, source)
        : Result.fail({ record: index + 1, faults: [invalidFault([], "must be one JSON object on one line")] })
    })
  )

type PortCallFormat = "array" | "lines" | "csv" | "empty"

const detectPortCallFormat = (head: Uint8Array, isAll: boolean): PortCallFormat | undefined => {
  const first = new TextDecoder().decode(head).trimStart()[0]
  if (first === undefined) return isAll ? "empty" : undefined
  if (first === "[") return "array"
  return first === "{" ? "lines" : "csv"
}

/**
 * Reads the port calls of a file: CSV with a header, a JSON array of objects, or one JSON object per line, detected by its
 * first character. Columns and properties are those of `PortCallRecord`.
 */
export const readPortCalls = (bytes: Bytes, source: string): PortCallResults =>
  branchOnHead(bytes, detectPortCallFormat, (format, whole): PortCallResults => {
    switch (format) {
      case "array":
        return readArray(whole, source)
      case "lines":
        return readLines(whole, source)
      case "csv":
        return readCsv(whole, source)
      default:
        return Stream.fail(new UnreadablePortCalls({ source, reason: "the file is empty" }))
    }
  })

/** Reads the port calls of the file at a path. */
export const readPortCallFile = (
  path: string,
  source: string
): Stream.Stream<PortCallResult, UnreadablePortCalls | PlatformError.PlatformError, FileSystem.FileSystem> =>
  Stream.unwrap(Effect.map(FileSystem.FileSystem, (files) => readPortCalls(files.stream(path), source)))
