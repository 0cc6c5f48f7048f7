import { describeFault, type Fault, formatPath, invalidFault } from "@landfall/core/faults/Fault"
import { suggest } from "@landfall/core/faults/Suggestions"
import type { TableRow } from "./TableRow.ts"

/** A fault of one cell or one row of a table. A row with a fault is skipped; the other rows are read. */
export interface RowFault extends Fault {
  /** The line of a text file or the row of a sheet, from 1. */
  readonly line: number
  /** The name of the column; empty when the fault concerns the whole row. `path` is the place within the column. */
  readonly column: string
}

/** The fault of a cell that breaks a rule, with the value found unless it is undefined. */
export const invalidCell = (line: number, column: string, rule: string, value?: unknown): RowFault => ({
  ...invalidFault([], rule, value),
  line,
  column
})

/**
 * The faults of a parsed row, by column. `columnOf` returns the column of a dotted path, such as `reported.year`; without
 * one the fault concerns the row.
 */
export const toRowFaults = (
  line: number,
  faults: ReadonlyArray<Fault>,
  columnOf: (path: string) => string | undefined
): ReadonlyArray<RowFault> =>
  faults.map((fault) => {
    const isItem = typeof fault.path.at(-1) === "number"
    const properties = isItem ? fault.path.slice(0, -1) : fault.path
    const column = columnOf(properties.join("."))
    return column === undefined
      ? { ...fault, line, column: "" }
      : { ...fault, path: fault.path.slice(properties.length), line, column }
  })

/** A fault for each column of a header that is unknown or repeated, whose cells are not read. */
export const findUnknownColumns = ({ line, cells }: TableRow, known: ReadonlyArray<string>): ReadonlyArray<RowFault> =>
  cells.flatMap((cell, index): ReadonlyArray<RowFault> => {
    const name = cell.toLowerCase()
    if (name === "") return []
    if (cells.findIndex((other) => other.toLowerCase() === name) < index)
      return [invalidCell(line, cell, "is a repeated column and is not read; the first column of this name is read")]
    if (known.includes(name)) return []
    const suggestions = suggest(name, known).slice(0, 1)
    const hint = suggestions.length > 0 ? { suggestions } : { advice: `known columns: ${known.join(", ")}` }
    return [{ kind: "unknown", path: [], rule: "is not a known column and is not read", ...hint, line, column: cell }]
  })

const MAX_NAME_LENGTH = 80
const PLAIN_COLUMN = /^[\p{L}\p{N} _()/.%-]+$/u

/** The name of a column in a sentence, cut after 80 characters, and quoted unless it is a plain name. */
export const formatColumn = (name: string): string => {
  const shown = name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH)}…`
  return PLAIN_COLUMN.test(shown) ? shown : JSON.stringify(shown)
}

/** Describes a fault of a table, beginning with the column. The caller adds the line. */
export const describeRowFault = (fault: RowFault): string => {
  const { column, path } = fault
  if (column !== "") return describeFault(fault, formatPath(formatColumn(column), path))
  return describeFault(fault, path.length === 0 ? "the row" : formatPath("", path).replace(/^\./u, ""))
}
