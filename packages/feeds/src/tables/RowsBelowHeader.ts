import { Effect, Option, Result, Stream } from "effect"
import { readTable } from "./Table.ts"
import type { FileUnreadable, TableRow } from "./TableRow.ts"

/** What the rows below a head say, read in their order. */
export type ReadRow<A> = (row: TableRow) => ReadonlyArray<A>

/** How a table with a head is read. */
export interface TableReader<A> {
  /** The reader of the rows below a head, or why the row is no head of such a table. */
  readonly readerOf: (head: TableRow) => Result.Result<ReadRow<A>, FileUnreadable>
  /** What is to be said of the head itself, such as columns that are not read; nothing without it. */
  readonly headerFaults?: ReadRow<A>
  /** Why a file without any row cannot be read. */
  readonly missingHeader: FileUnreadable
}

/**
 * What a table says, row by row, from a CSV file or a workbook whose first row names the columns. Fails where the file
 * cannot be read on. `file` is run more than once.
 */
export const readRowsBelowHeader = <A, E, R>(
  file: Stream.Stream<Uint8Array, E, R>,
  { readerOf, headerFaults, missingHeader }: TableReader<A>
): Stream.Stream<A, E | FileUnreadable, R> =>
  readTable(file).pipe(
    Stream.mapAccum(
      (): Option.Option<ReadRow<A>> => Option.none(),
      (state, row): readonly [Option.Option<ReadRow<A>>, ReadonlyArray<Result.Result<A, FileUnreadable>>] => {
        const read = (reader: ReadRow<A>) => reader(row).map((reading) => Result.succeed(reading))
        if (Option.isSome(state)) return [state, read(state.value)]
        const reader = readerOf(row)
        return Result.isFailure(reader)
          ? [state, [Result.fail(reader.failure)]]
          : [Option.some(reader.success), headerFaults === undefined ? [] : read(headerFaults)]
      },
      { onHalt: (state) => (Option.isNone(state) ? [Result.fail(missingHeader)] : []) }
    ),
    Stream.mapEffect((reading) => Effect.fromResult(reading))
  )
