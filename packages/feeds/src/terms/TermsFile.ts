import { parse } from "@landfall/core/faults/Parse"
import { instantOf } from "@landfall/core/time/Instant"
import { InstantFromInput } from "@landfall/core/time/IsoDateTime"
import { Holds, LastFreeDay } from "@landfall/core/tracking/handling/TermsInput"
import type { TermsRow } from "@landfall/core/tracking/TermsImport"
import { Data, Result, Schema, type Stream } from "effect"
import { findUnknownColumns, invalidCell, type RowFault, toRowFaults } from "../tables/RowFaults.ts"
import { type ReadRow, readRowsBelowHeader } from "../tables/RowsBelowHeader.ts"
import { FileUnreadable, type TableRow } from "../tables/TableRow.ts"

/** The result of one row of a table of terms. */
export type TermsRowResult = Data.TaggedEnum<{
  Read: { readonly row: TermsRow }
  Rejected: { readonly fault: RowFault }
  /** A column that is not read. */
  Ignored: { readonly fault: RowFault }
}>
export const TermsRowResult = Data.taggedEnum<TermsRowResult>()

/**
 * The columns of a table of terms, in any order. `number` is that of the shipment, `container` one of its containers.
 * `holds` are words, separated by spaces, semicolons or bars. `none` removes a date and releases holds. An empty cell
 * states nothing: the earlier value remains.
 */
export const TERMS_COLUMNS = ["number", "container", "lastFreeDay", "availableAt", "holds"] as const

const isNone = (cell: string): boolean => cell.toLowerCase() === "none"

/** The value of a cell that `none` removes. */
const removable = (column: "lastFreeDay" | "availableAt", cell: string) =>
  cell === "" ? {} : { [column]: isNone(cell) ? null : cell }

const TermsCells = Schema.Struct({
  number: Schema.NonEmptyString.pipe(Schema.check(Schema.isMaxLength(100))),
  container: Schema.optionalKey(Schema.String.pipe(Schema.check(Schema.isMaxLength(40)))),
  lastFreeDay: Schema.optionalKey(Schema.NullOr(LastFreeDay)),
  availableAt: Schema.optionalKey(Schema.NullOr(InstantFromInput)),
  holds: Schema.optionalKey(Holds)
})

const columnOf = (path: string) => TERMS_COLUMNS.find((column) => path === column)

const holdsIn = (cell: string): ReadonlyArray<string> =>
  isNone(cell) ? [] : cell.split(/[\s;|]+/u).filter((word) => word !== "")

const makeTermsRowReader =
  (names: ReadonlyArray<string>) =>
  ({ cells, line }: TableRow): ReadonlyArray<TermsRowResult> => {
    const cellOf = (column: (typeof TERMS_COLUMNS)[number]) => (cells[names.indexOf(column.toLowerCase())] ?? "").trim()
    const [container, lastFreeDay, availableAt, holds] = [
      cellOf("container"),
      cellOf("lastFreeDay"),
      cellOf("availableAt"),
      cellOf("holds")
    ]
    const parsed = parse(TermsCells)({
      number: cellOf("number"),
      ...(container === "" ? {} : { container }),
      ...removable("lastFreeDay", lastFreeDay),
      ...removable("availableAt", availableAt),
      ...(holds === "" ? {} : { holds: holdsIn(holds) })
    })
    if (Result.isFailure(parsed))
      return toRowFaults(line, parsed.failure, columnOf).map((fault) => TermsRowResult.Rejected({ fault }))
    const { number, ...statements } = parsed.success
    if (lastFreeDay === "" && availableAt === "" && holds === "")
      return [
        TermsRowResult.Rejected({
          fault: invalidCell(line, "", "must state at least one of lastFreeDay, availableAt and holds")
        })
      ]
    const terms = {
      ...(statements.lastFreeDay === undefined ? {} : { lastFreeDay: statements.lastFreeDay }),
      ...(statements.availableAt === undefined
        ? {}
        : { availableAt: statements.availableAt === null ? null : instantOf(statements.availableAt) }),
      ...(statements.holds === undefined ? {} : { holds: [...new Set(statements.holds)].sort() })
    }
    const row = {
      line,
      number,
      terms,
      ...(statements.container === undefined ? {} : { container: statements.container })
    }
    return [TermsRowResult.Read({ row })]
  }

const MISSING_HEADER = new FileUnreadable({
  reason: `the first row must name the columns: ${TERMS_COLUMNS.join(", ")}; number must be among them`
})

const readerOf = ({ cells }: TableRow): Result.Result<ReadRow<TermsRowResult>, FileUnreadable> => {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  return names.includes("number") ? Result.succeed(makeTermsRowReader(names)) : Result.fail(MISSING_HEADER)
}

const headerFaults = (head: TableRow): ReadonlyArray<TermsRowResult> =>
  findUnknownColumns(
    head,
    TERMS_COLUMNS.map((column) => column.toLowerCase())
  ).map((fault) => TermsRowResult.Ignored({ fault }))

/**
 * Reads a table of the terms on which containers can be collected, from a CSV file or a workbook whose first row names the columns.
 * Fails when the file cannot be read further. `file` is run more than once.
 */
export const readTermsFile = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<TermsRowResult, E | FileUnreadable, R> =>
  readRowsBelowHeader(file, { readerOf, headerFaults, missingHeader: MISSING_HEADER })
