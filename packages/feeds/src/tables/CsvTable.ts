import { Effect, Option, Result, Stream } from "effect"
import { Csv } from "effect/encoding"
import { FileUnreadable, MAX_COLUMNS, type TableRow } from "./TableRow.ts"

const DELIMITERS = [",", ";", "\t"] as const

/** The most frequent delimiter of the first line. */
const delimiterOf = (head: string): (typeof DELIMITERS)[number] => {
  const [line = ""] = head.split(/\r?\n/u).filter((text) => text.trim() !== "")
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).delimiter
}

const countLines = (cells: ReadonlyArray<string>): number =>
  cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\r|\n/gu)?.length ?? 0), 1)

const unreadable = ({ line, message }: Csv.CsvError) =>
  new FileUnreadable({ reason: `line ${line}: ${message}; the file must be CSV in UTF-8 with closed quotes` })

/** What a decoder writes for bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = "\uFFFD"

/** The fault of a row for which the file cannot be read further; undefined when it has none. */
export const csvRowFault = (cells: ReadonlyArray<string>): string | undefined => {
  if (cells.length > MAX_COLUMNS) return `has ${cells.length} columns; a table has at most ${MAX_COLUMNS}`
  return cells.some((cell) => cell.includes(REPLACEMENT_CHARACTER))
    ? "has bytes that are not UTF-8, or the character U+FFFD; save the file as CSV in UTF-8"
    : undefined
}

const readableRow = (line: number, cells: ReadonlyArray<string>): Result.Result<TableRow, FileUnreadable> => {
  const fault = csvRowFault(cells)
  return fault === undefined
    ? Result.succeed({ line, cells: cells.map((cell) => cell.trim()) })
    : Result.fail(new FileUnreadable({ reason: `line ${line} ${fault}` }))
}

/**
 * Reads the rows of a CSV file in UTF-8 (RFC 4180), delimited by commas, semicolons or tabs as in its first line. Rows without
 * any text are skipped. Fails at bytes that are not UTF-8, and at a row of more than `MAX_COLUMNS` columns. `file` is run
 * twice.
 */
export const readCsvTable = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<TableRow, E | FileUnreadable, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const first = yield* Stream.runHead(file)
      const head = Option.match(first, { onNone: () => "", onSome: (bytes) => new TextDecoder().decode(bytes) })
      return file.pipe(
        Stream.pipeThroughChannel(Csv.decode({ delimiter: delimiterOf(head) })),
        Stream.mapAccum(
          () => 1,
          (line: number, cells: ReadonlyArray<string>) => {
            const isBlank = cells.every((cell) => cell.trim() === "")
            return [line + countLines(cells), isBlank ? [] : [readableRow(line, cells)]] as const
          }
        ),
        Stream.mapError((error) => (Csv.isCsvError(error) ? unreadable(error) : error)),
        Stream.mapEffect((row) => Effect.fromResult(row))
      )
    })
  )
