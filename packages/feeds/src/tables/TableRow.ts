import { Schema } from "effect"

/** One row of a table in a file, every cell as text without blanks around it; a cell that is not there is empty. */
export interface TableRow {
  /** Its place in the file, from 1: the line of a text, the row of a sheet. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** What is wrong with one place of a file; the row it stands in is left out, the others are read. */
export interface RowFault {
  readonly line: number
  /** The column's name as the file has it; empty where the whole row is meant. */
  readonly column: string
  /** A sentence that names the column, the rule, and the value found. */
  readonly message: string
}

/** A file cannot be read on from some place. What came before it was read. */
export class FileUnreadable extends Schema.TaggedError<FileUnreadable>()("FileUnreadable", {
  /** What is wrong, and what to do. */
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** A name of a column as names are compared: small letters, digits and single blanks, CO₂ as co2. */
export const normaliseColumnName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, " ")
    .trim()

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu

/** The number of a cell, in decimal and with a point; of any other cell its text, to be told what is wrong with it. */
export const numberOrText = (cell: string): number | string => (NUMBER.test(cell) ? Number(cell) : cell)
