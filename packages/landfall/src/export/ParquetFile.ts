import type { Cells } from "@landfall/storage/sql/JsonRows"
import { Effect, type Scope } from "effect"
import { fileWriter, ParquetWriter } from "hyparquet-writer"
import { VERSION } from "../telemetry/Version.ts"

/** The types of columns. `instant` is stored in milliseconds since the epoch, and `point` as WKB. */
export type ParquetType = "text" | "json" | "boolean" | "integer" | "decimal" | "instant" | "point"

/** The columns of a file with their types, in the order of the cells. */
export type ParquetColumns = Readonly<Record<string, ParquetType>>

/** A value of a row; a point is its WKB. */
export type ParquetCell = Cells[number] | Uint8Array

const ELEMENTS = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  json: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  boolean: { type: "BOOLEAN" },
  integer: { type: "INT64" },
  decimal: { type: "DOUBLE" },
  instant: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" }
  },
  point: { type: "BYTE_ARRAY" }
} as const satisfies Record<ParquetType, object>

const valueOf = (type: ParquetType, cell: ParquetCell): unknown => {
  if (cell === null || cell instanceof Uint8Array) return cell
  switch (type) {
    case "boolean":
      return Number(cell) !== 0
    case "integer":
      return BigInt(Math.trunc(Number(cell)))
    case "instant":
      return new Date(Number(cell))
    default:
      return cell
  }
}

const sizeOf = (cell: ParquetCell | undefined): number =>
  typeof cell === "string" || cell instanceof Uint8Array ? cell.length : 8

/**
 * A row group is written when it has this many rows or bytes: enough to compress well, and few enough to hold in
 * memory.
 */
const GROUP_ROWS = 50_000
const GROUP_BYTES = 16_000_000

/** A Parquet file that grows by pages of rows. */
export interface ParquetFile {
  readonly add: (rows: ReadonlyArray<ReadonlyArray<ParquetCell>>) => Effect.Effect<void>
  /** Writes the remaining rows and the footer. Returns the number of rows of the file. */
  readonly finish: Effect.Effect<number>
}

/** Creates a Parquet file, or replaces it, with Snappy compression and these key-value metadata. */
export const createParquetFile = (
  path: string,
  columns: ParquetColumns,
  metadata: Readonly<Record<string, string>> = {}
): Effect.Effect<ParquetFile, never, Scope.Scope> =>
  Effect.sync(() => {
    const names = Object.keys(columns)
    const types = Object.values(columns)
    const writer = new ParquetWriter({
      writer: fileWriter(path),
      schema: [
        { name: "root", num_children: names.length },
        ...names.map((name, index) => ({
          name,
          repetition_type: "OPTIONAL" as const,
          ...ELEMENTS[types[index] ?? "text"]
        }))
      ],
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      createdBy: `Landfall version ${VERSION}`
    })
    let group: Array<ReadonlyArray<ParquetCell>> = []
    let bytes = 0
    let rowCount = 0
    const writeGroup = () => {
      if (group.length === 0) return
      writer.write({
        columnData: names.map((name, index) => ({
          name,
          data: group.map((row) => valueOf(types[index] ?? "text", row[index] ?? null))
        })),
        rowGroupSize: group.length
      })
      rowCount += group.length
      group = []
      bytes = 0
    }
    return {
      add: (rows) =>
        Effect.sync(() => {
          for (const row of rows) {
            group.push(row)
            for (const cell of row) bytes += sizeOf(cell)
            if (group.length >= GROUP_ROWS || bytes >= GROUP_BYTES) writeGroup()
          }
        }),
      finish: Effect.sync(() => {
        writeGroup()
        writer.finish()
        return rowCount
      })
    }
  })
