import { Schema } from "effect"

/** A row of a table. Each cell is trimmed text; an absent cell is empty. */
export interface TableRow {
  /** The line of a text file or the row of a sheet, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** The largest number of columns of a table; the publication of EMSA has fewer than 100. */
export const MAX_COLUMNS = 1024

/** A file that cannot be read beyond some position. The rows before it were read. */
export class FileUnreadable extends Schema.TaggedError<FileUnreadable>()("FileUnreadable", {
  /** The fault, and what to do. */
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** Normalises the name of a column for comparison: lower-case letters, digits and single spaces, with CO₂ as co2. */
export const normaliseColumnName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, " ")
    .trim()

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu

/** The number of a cell in decimal notation; of any other cell its text, so that the schema reports it. */
export const numberOrText = (cell: string): number | string => (NUMBER.test(cell) ? Number(cell) : cell)
