import { Effect, Option, Stream } from "effect"
import { readCsvTable } from "./CsvTable.ts"
import type { FileUnreadable, TableRow } from "./TableRow.ts"
import { readXlsxTable } from "./XlsxTable.ts"

/** Whether bytes start with the signature of a ZIP archive, the container of a workbook. */
const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Reads the rows of a workbook or of a CSV file, detected by its first bytes. `file` is run more than once. */
export const readTable = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<TableRow, E | FileUnreadable, R> =>
  Stream.unwrap(
    Effect.map(Stream.runHead(Stream.filter(file, ({ length }) => length > 0)), (first) =>
      Option.exists(first, isArchive) ? readXlsxTable(file) : readCsvTable(file)
    )
  )

/**
 * The rows of a table, each in `Some`, and `None` after the last. A table that cannot be read to its end has no such end, so
 * that a reader does not report a missing header instead of the failure.
 */
export const readTableToEnd = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<Option.Option<TableRow>, E | FileUnreadable, R> =>
  Stream.concat(Stream.map(readTable(file), Option.some), Stream.succeed(Option.none()))
