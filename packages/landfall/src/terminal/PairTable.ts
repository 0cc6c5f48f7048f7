import { formatCount } from "@landfall/core/listing/Count"
import { findUnknownColumns } from "@landfall/feeds/tables/RowFaults"
import { readTable } from "@landfall/feeds/tables/Table"
import { FileUnreadable, type TableRow } from "@landfall/feeds/tables/TableRow"
import { Effect, FileSystem, Record, Schema, Stdio, Stream } from "effect"
import { Flag } from "effect/cli"
import { printRowFaults } from "./FileFaults.ts"
import { endProgress, makeFileProgress, showProgress } from "./Progress.ts"

const STANDARD_INPUT = "-"

/** Pads the last line of progress, so that it covers the longer lines before it. */
const PROGRESS_WIDTH = 60

/** Standard input is held in memory, because a table is read more than once; this is enough for a million pairs. */
const MAX_PIPED_BYTES = 64 * 1024 * 1024

/** A table without rows, or with rows that failed; the fault of each row has been printed before. */
export class PairTableError extends Schema.TaggedError<PairTableError>()("PairTableError", {
  message: Schema.String
}) {}

/** The flag that names a table; `columns` lists the columns that it can have. */
export const pairsFlag = (columns: string) =>
  Flag.optional(
    Flag.String("pairs").pipe(
      Flag.withDescription(
        `CSV or xlsx file, or - for standard input, with the columns ${columns}; an empty cell takes the value from the command line`
      )
    )
  )

const readStandardInput = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  yield* Stream.runForEach(stdin, (chunk) => {
    chunks.push(chunk)
    bytes += chunk.length
    return bytes <= MAX_PIPED_BYTES
      ? Effect.void
      : Effect.fail(
          new FileUnreadable({ reason: `standard input has more than ${MAX_PIPED_BYTES} bytes: name a file` })
        )
  })
  return { bytes: Stream.fromIterable(chunks), size: bytes }
})

const openTableFile = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const { size, type } = yield* fs.stat(path)
  if (type !== "File") {
    const problem = type === "Directory" ? "a folder: name a file in it" : "no file: use - for standard input"
    return yield* new FileUnreadable({ reason: `${path} is ${problem}` })
  }
  return { bytes: fs.stream(path), size: Number(size) }
})

/** A text flag; empty when omitted. */
export const textFlag = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withDefault(""))

/** A table whose columns and flags have the same names. */
export interface PairTable<Name extends string, E, R> {
  /** A file, or `-` for standard input. */
  readonly path: string
  readonly columns: ReadonlyArray<Name>
  /** The values of empty cells. */
  readonly flags: Readonly<Record<Name, string>>
  /** The column names in the first row; undefined when it is a row of values in the order of `columns`. */
  readonly readColumns: (first: TableRow) => Effect.Effect<ReadonlyArray<string> | undefined, PairTableError>
  /** Processes a row and prints its result or its fault. Returns whether it succeeded. */
  readonly processRow: (line: number, values: Readonly<Record<Name, string>>) => Effect.Effect<boolean, E, R>
  /** The sentence about the rows that failed, such as `1 of 3 pairs has no route`. */
  readonly failureText: (failed: number, rows: number) => string
}

/**
 * Processes every row of a table in order, reports unknown columns, and shows the progress on standard error unless the
 * results go to a terminal. Fails after the last row when any row failed.
 */
export const processPairs = Effect.fnUntraced(function* <Name extends string, E, R>(table: PairTable<Name, E, R>) {
  const { path, columns, flags, readColumns, processRow, failureText } = table
  const { bytes, size } = yield* path === STANDARD_INPUT ? readStandardInput : openTableFile(path)
  const isShown = process.stdout.isTTY !== true
  const show = makeFileProgress(size)
  let bytesRead = 0
  let names: ReadonlyArray<string> | undefined
  let rows = 0
  let failed = 0
  const countedBytes = Stream.suspend(() => {
    bytesRead = 0
    return Stream.map(bytes, (chunk) => {
      bytesRead += chunk.length
      return chunk
    })
  })
  const processOne = Effect.fnUntraced(function* ({ cells, line }: TableRow, head: ReadonlyArray<string>) {
    const values = Record.map(flags, (flag, name) => cells[head.indexOf(name)] || flag)
    const isProcessed = yield* processRow(line, values)
    rows += 1
    if (!isProcessed) failed += 1
    if (isShown) yield* show(bytesRead, formatCount(rows, "row"))
  })
  yield* readTable(countedBytes).pipe(
    Stream.runForEach(
      Effect.fnUntraced(function* (row) {
        if (names !== undefined) return yield* processOne(row, names)
        const head = yield* readColumns(row)
        names = head ?? columns
        return yield* head === undefined ? processOne(row, columns) : printRowFaults(findUnknownColumns(row, columns))
      })
    )
  )
  if (isShown) yield* Effect.andThen(showProgress(formatCount(rows, "row").padEnd(PROGRESS_WIDTH)), endProgress)
  if (rows === 0)
    return yield* new PairTableError({ message: "The table has no rows: give it one row for each pair of ports." })
  if (failed > 0) {
    return yield* new PairTableError({ message: `${failureText(failed, rows)}; the reasons are printed above.` })
  }
})
