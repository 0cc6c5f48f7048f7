import type { Fault } from "@landfall/core/faults/Fault"
import type { RowFault } from "./TableRow.ts"

const ROOT = "$"

/** The end of a path that names one item of a list: a cell may hold several. */
const ITEM = /\[\d+\]$/u

/** What a place is called that no column stands for. */
const nameOf = (path: string): string => (path === ROOT ? "the row" : path.replace(/^\$\.?/u, ""))

/**
 * The faults of what was parsed out of a row, by column. `columnOf` names the column of a path, such as `$.imo`; what has
 * none is told of the row.
 */
export const rowFaults = (
  line: number,
  faults: ReadonlyArray<Fault>,
  columnOf: (path: string) => string | undefined
): ReadonlyArray<RowFault> =>
  faults.map(({ path, message }) => {
    const place = path.replace(ITEM, "")
    const column = columnOf(place)
    return { line, column: column ?? "", message: `${column ?? nameOf(place)}${message.slice(place.length)}` }
  })
