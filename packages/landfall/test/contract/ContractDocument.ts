import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** The cells of a row by the names of their columns. */
export type Row = Readonly<Record<string, string>>

/** A table of `docs/contract.md`: the heading above it, and its cells. */
export interface ContractTable {
  readonly heading: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
}

/** The text of a cell: code is unwrapped, and an escaped bar is a bar. */
const cellText = (cell: string): string => cell.trim().replaceAll("\\|", "|")

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .slice(1, line.lastIndexOf("|"))
    .split(/(?<!\\)\|/)
    .map(cellText)

/** Reads the tables of a Markdown document. */
const readTables = (markdown: string): ReadonlyArray<ContractTable> => {
  const tables: Array<{ heading: string; columns: ReadonlyArray<string>; rows: Array<Row> }> = []
  let heading = ""
  let inTable = false
  for (const line of markdown.split("\n")) {
    const title = /^#+ (.*)$/.exec(line)?.[1]
    if (title !== undefined) heading = title
    if (!line.startsWith("|")) {
      inTable = false
      continue
    }
    const cells = cellsOf(line)
    const table = tables.at(-1)
    if (!inTable || table === undefined) tables.push({ heading, columns: cells, rows: [] })
    else if (!cells.every((cell) => /^-+$/.test(cell)))
      table.rows.push(Object.fromEntries(table.columns.map((column, index) => [column, cells[index] ?? ""])))
    inTable = true
  }
  return tables
}

const tables = readTables(readFileSync(fileURLToPath(new URL("../../../../docs/contract.md", import.meta.url)), "utf8"))

const tablesWith = (...columns: ReadonlyArray<string>): ReadonlyArray<ContractTable> =>
  tables.filter((table) => columns.every((column) => table.columns.includes(column)))

/** A cell without the code marks around it. */
export const unquoted = (cell = ""): string => cell.replace(/^`+(.*?)`+$/, "$1")

/** The items of a cell that are separated by commas. */
export const itemsOf = (cell = ""): ReadonlyArray<string> => (cell === "" ? [] : cell.split(", "))

/** An operation as the page states it. */
export interface StatedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly successes: ReadonlyArray<number>
  readonly errors: ReadonlyArray<number>
  readonly section: string
}

const toOperation = (row: Row, id: string | undefined, section: string): StatedOperation => {
  const [method = "", path = ""] = unquoted(row.request).split(" ")
  return {
    id: unquoted(id),
    method,
    path,
    successes: itemsOf(row.success).map(Number),
    errors: itemsOf(row.errors).map(Number),
    section
  }
}

const operationsIn = (column: string): ReadonlyArray<StatedOperation> =>
  tablesWith(column, "request", "success", "errors").flatMap(({ heading, rows }) =>
    rows.map((row) => toOperation(row, row[column], heading))
  )

/** The operations for accounts, and those for the operator. */
export const statedOperations = operationsIn("operation")
export const statedAdminOperations = operationsIn("admin operation")

/** The requests with their stated responses. */
export const requestRows = tablesWith("request", "body", "response").flatMap(({ rows }) => rows)

/** The query parameters and headers, by the section that states them. */
export const parameterTables = tablesWith("parameter", "in", "type")

/** The limits of the service. */
export const limitRows = tablesWith("limit", "default").flatMap(({ rows }) => rows)

/** The rows of each component, by the paths of its fields. */
export const fieldRows: ReadonlyMap<string, ReadonlyMap<string, Row>> = new Map(
  tablesWith("field", "type", "bounds").map(({ heading, rows }) => [
    unquoted(heading),
    new Map(rows.map((row) => [unquoted(row.field), row] as const))
  ])
)
