import { Effect, Option, Stream } from "effect"
import { Csv } from "effect/encoding"
import { FileUnreadable, type TableRow } from "./TableRow.ts"

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

/**
 * Reads the rows of a CSV file in UTF-8 (RFC 4180), delimited by commas, semicolons or tabs as in its first line. Rows without
 * any text are skipped. `file` is run twice.
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
            const row = { line, cells: cells.map((cell) => cell.trim()) }
            return [line + countLines(cells), row.cells.some((cell) => cell !== "") ? [row] : []] as const
          }
        ),
        Stream.mapError((error) => (Csv.isCsvError(error) ? unreadable(error) : error))
      )
    })
  )
