import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** A table of `docs/contract.md`: the heading above it, and its cells. */
export interface ContractTable {
  readonly heading: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Readonly<Record<string, string>>>
}

/** The text of a cell: code is unwrapped, and an escaped bar is a bar. */
const cellText = (cell: string): string => cell.trim().replaceAll("\\|", "|")

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .slice(1, line.lastIndexOf("|"))
    .split(/(?<!\\)\|/)
    .map(cellText)

/** Reads the tables of a Markdown document. */
export const readTables = (markdown: string): ReadonlyArray<ContractTable> => {
  const tables: Array<{ heading: string; columns: ReadonlyArray<string>; rows: Array<Record<string, string>> }> = []
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

/** The contract of the service, as the documentation states it. */
export const contractTables = (): ReadonlyArray<ContractTable> =>
  readTables(readFileSync(fileURLToPath(new URL("../../../../docs/contract.md", import.meta.url)), "utf8"))

/** A cell without the code marks around it. */
export const unquoted = (cell: string): string => cell.replace(/^`+(.*?)`+$/, "$1")
