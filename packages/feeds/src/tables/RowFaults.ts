import type { Fault } from "@landfall/core/faults/Fault"
import { suggest } from "@landfall/core/faults/Suggestions"
import type { RowFault, TableRow } from "./TableRow.ts"

const ROOT = "$"

/** The end of a path that names one item of a list: a cell may hold several. */
const ITEM = /\[\d+\]$/u

/** What a place is called that no column stands for. */
const pathNameOf = (path: string): string => (path === ROOT ? "the row" : path.replace(/^\$\.?/u, ""))

/**
 * The faults of what was parsed out of a row, by column. `columnOf` names the column of a path, such as `$.imo`; what has
 * none is told of the row.
 */
export const toRowFaults = (
  line: number,
  faults: ReadonlyArray<Fault>,
  columnOf: (path: string) => string | undefined
): ReadonlyArray<RowFault> =>
  faults.map(({ path, message }) => {
    const place = path.replace(ITEM, "")
    const column = columnOf(place)
    return { line, column: column ?? "", message: `${column ?? pathNameOf(place)}${message.slice(place.length)}` }
  })

/** What is to be said of a head: a sentence for each column that is not known or there twice, whose cells are not read. */
export const findUnknownColumns = ({ line, cells }: TableRow, known: ReadonlyArray<string>): ReadonlyArray<RowFault> =>
  cells.flatMap((cell, place) => {
    const name = cell.toLowerCase()
    if (name === "") return []
    const isTwice = cells.findIndex((other) => other.toLowerCase() === name) < place
    if (known.includes(name) && !isTwice) return []
    const [meant] = suggest(name, known)
    const hint = meant === undefined ? `known are ${known.join(", ")}` : `did you mean ${meant}?`
    const message = isTwice
      ? `${cell} is there twice; the first one is read`
      : `${cell} is not a known column and is not read; ${hint}`
    return [{ line, column: cell, message }]
  })
