import { nearest } from "@landfall/core/faults/Nearest"
import type { RowFault, TableRow } from "./TableRow.ts"

/** What is to be said of a head: a sentence for each column that is not known or there twice, whose cells are not read. */
export const unknownColumns = ({ line, cells }: TableRow, known: ReadonlyArray<string>): ReadonlyArray<RowFault> =>
  cells.flatMap((cell, place) => {
    const name = cell.toLowerCase()
    if (name === "") return []
    const isTwice = cells.findIndex((other) => other.toLowerCase() === name) < place
    if (known.includes(name) && !isTwice) return []
    const [meant] = nearest(name, known)
    const hint = meant === undefined ? `known are ${known.join(", ")}` : `did you mean ${meant}?`
    const message = isTwice
      ? `${cell} is there twice; the first one is read`
      : `${cell} is not a known column and is not read; ${hint}`
    return [{ line, column: cell, message }]
  })
