import { findUnknownColumns } from "@landfall/feeds/tables/RowFaults"
import { readTable } from "@landfall/feeds/tables/Table"
import { FileUnreadable, type TableRow } from "@landfall/feeds/tables/TableRow"
import { Effect, FileSystem, Record, Schema, Stdio, Stream } from "effect"
import { Flag } from "effect/cli"
import { printRowFaults } from "./FileFaults.ts"
import { endProgress, makeFileProgress, showProgress } from "./Progress.ts"

const STANDARD_INPUT = "-"

/** The progress is nowhere longer. */
const PROGRESS_WIDTH = 60

/** What is piped in is kept in memory, since a table is read more than once; this is room for a million pairs. */
const MAX_PIPED_BYTES = 64 * 1024 * 1024

/** A table of which nothing, or not everything, was answered; what is wrong with a row was told beside it. */
export class PairTableError extends Schema.TaggedError<PairTableError>()("PairTableError", {
  message: Schema.String
}) {}

/** The flag that names a table; `columns` says what it may have. */
export const pairsFlag = (columns: string) =>
  Flag.optional(
    Flag.String("pairs").pipe(
      Flag.withDescription(
        `A CSV or workbook, or - for what is piped in, with the columns ${columns}; what a row leaves empty is taken from the command line`
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
    const what = type === "Directory" ? "a folder: name a file in it" : "no file: give - for what is piped in"
    return yield* new FileUnreadable({ reason: `${path} is ${what}` })
  }
  return { bytes: fs.stream(path), size: Number(size) }
})

/** A flag that is typed as text; left out it is empty. */
export const textFlag = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withDefault(""))

/** A table whose columns and flags have the same names. */
export interface PairTable<Name extends string, E, R> {
  /** A file, or `-` for what is piped in. */
  readonly path: string
  readonly columns: ReadonlyArray<Name>
  /** What stands for the cells that a row leaves empty. */
  readonly flags: Readonly<Record<Name, string>>
  /** The names of the columns when the first row has them; undefined when it is a row of its own in this order. */
  readonly readColumns: (first: TableRow) => Effect.Effect<ReadonlyArray<string> | undefined, PairTableError>
  /** Answers what a row asks; whether it could be. */
  readonly processRow: (line: number, asked: Readonly<Record<Name, string>>) => Effect.Effect<boolean, E, R>
  /** What is said of the rows that could not be, such as `pairs have no route`. */
  readonly failureText: string
}

/**
 * Answers every row of a table in its order, tells columns that are not read, and shows how far it is on a terminal that
 * the answers do not go to. Fails when a row could not be answered, once all were tried.
 */
export const processPairs = Effect.fnUntraced(function* <Name extends string, E, R>(table: PairTable<Name, E, R>) {
  const { path, columns, flags, readColumns, processRow, failureText } = table
  const { bytes, size } = yield* path === STANDARD_INPUT ? readStandardInput : openTableFile(path)
  const isShown = process.stdout.isTTY !== true
  const show = makeFileProgress(size)
  let read = 0
  let names: ReadonlyArray<string> | undefined
  let done = 0
  let refused = 0
  const counted = Stream.suspend(() => {
    read = 0
    return Stream.map(bytes, (chunk) => {
      read += chunk.length
      return chunk
    })
  })
  const answerRow = Effect.fnUntraced(function* ({ cells, line }: TableRow, head: ReadonlyArray<string>) {
    const asked = Record.map(flags, (flag, name) => cells[head.indexOf(name)] || flag)
    const isAnswered = yield* processRow(line, asked)
    done += 1
    if (!isAnswered) refused += 1
    if (isShown) yield* show(read, `${done} answered`)
  })
  yield* readTable(counted).pipe(
    Stream.runForEach(
      Effect.fnUntraced(function* (row) {
        if (names !== undefined) return yield* answerRow(row, names)
        const head = yield* readColumns(row)
        names = head ?? columns
        return yield* head === undefined ? answerRow(row, columns) : printRowFaults(findUnknownColumns(row, columns))
      })
    )
  )
  if (isShown) yield* Effect.andThen(showProgress(`${done} answered`.padEnd(PROGRESS_WIDTH)), endProgress)
  if (done === 0) {
    return yield* new PairTableError({ message: "The table has no row to answer: give it one for each pair of ports." })
  }
  if (refused > 0) {
    return yield* new PairTableError({ message: `${refused} of ${done} ${failureText}: the lines above say why` })
  }
})
