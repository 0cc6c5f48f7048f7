import { Effect, Option, Result, Stream } from "effect"
import { readTableToEnd } from "./Table.ts"
import type { FileUnreadable, TableRow } from "./TableRow.ts"

/** Reads one row; called for each row below the header, in order. */
export type ReadRow<A> = (row: TableRow) => ReadonlyArray<A>

/** The reader of a table with a header. */
export interface TableReader<A> {
  /** Makes the reader of the rows below a header; fails when the row is not a valid header. */
  readonly readerOf: (head: TableRow) => Result.Result<ReadRow<A>, FileUnreadable>
  /** The faults of the header itself, such as columns that are not read. */
  readonly headerFaults?: ReadRow<A>
  /** The error of a file without any row. */
  readonly missingHeader: FileUnreadable
}

/**
 * Reads a table row by row, from a CSV file or a workbook whose first row names the columns. Fails when the file cannot be
 * read further. `file` is run more than once.
 */
export const readRowsBelowHeader = <A, E, R>(
  file: Stream.Stream<Uint8Array, E, R>,
  { readerOf, headerFaults, missingHeader }: TableReader<A>
): Stream.Stream<A, E | FileUnreadable, R> =>
  readTableToEnd(file).pipe(
    Stream.mapAccum(
      (): Option.Option<ReadRow<A>> => Option.none(),
      (state, next): readonly [Option.Option<ReadRow<A>>, ReadonlyArray<Result.Result<A, FileUnreadable>>] => {
        if (Option.isNone(next)) return [state, Option.isNone(state) ? [Result.fail(missingHeader)] : []]
        const row = next.value
        const read = (reader: ReadRow<A>) => reader(row).map((result) => Result.succeed(result))
        if (Option.isSome(state)) return [state, read(state.value)]
        const reader = readerOf(row)
        return Result.isFailure(reader)
          ? [state, [Result.fail(reader.failure)]]
          : [Option.some(reader.success), headerFaults === undefined ? [] : read(headerFaults)]
      }
    ),
    Stream.mapEffect((result) => Effect.fromResult(result))
  )
