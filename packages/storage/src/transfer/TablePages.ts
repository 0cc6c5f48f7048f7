import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Cells } from "../sql/JsonRows.ts"
import type { TableLayout } from "./TableLayout.ts"

/** The position up to which a table was read: the number of rows, and the primary key of the last one. */
export interface TablePosition {
  readonly rows: number
  /** None at the beginning, and for a table without a primary key. */
  readonly key: Cells | null
}

/** The position before the first row of a table. */
export const TABLE_START: TablePosition = { rows: 0, key: null }

/** The maximum number of rows of a page. */
const MAX_PAGE_ROWS = 500

/** The size that pages approach, so that tables with large texts need no more memory than others. */
const PAGE_CHARACTERS = 1_000_000

/** The rows of the first page, before the size of a row is known. */
const FIRST_PAGE_ROWS = 20

/** A page grows by at most this factor over the one before. */
const MAX_GROWTH = 5

/** The value of a column as a cell: text, a number or null; other numbers of a client, such as bigints, become numbers. */
export const toCell = (value: unknown): Cells[number] =>
  typeof value === "string" || typeof value === "number" ? value : value === null ? null : Number(value)

const charactersIn = (rows: ReadonlyArray<Cells>): number => {
  let sum = 0
  for (const row of rows) for (const cell of row) sum += typeof cell === "string" ? cell.length : 8
  return sum
}

/** The number of rows to read after a page, by the size of its rows. */
export const nextPageRows = (rows: ReadonlyArray<Cells>): number => {
  const fitting = Math.floor((PAGE_CHARACTERS * rows.length) / Math.max(1, charactersIn(rows)))
  return Math.max(1, Math.min(MAX_PAGE_ROWS, rows.length * MAX_GROWTH, fitting))
}

const quoted = (names: ReadonlyArray<string>): string => names.map((name) => `"${name}"`).join(", ")

const readPage = (sql: SqlClient.SqlClient, table: TableLayout, { rows, key }: TablePosition, limit: number) => {
  const columns = Object.keys(table.columns)
  const from = sql`SELECT ${sql.literal(quoted(columns))} FROM ${sql(table.name)}`
  // Without a primary key, pages are counted. Such tables are small, and nothing changes them meanwhile.
  if (table.primaryKey.length === 0) {
    return sql`${from} ORDER BY ${sql.literal(quoted(columns))} LIMIT ${limit} OFFSET ${rows}`.values
  }
  const order = sql.literal(quoted(table.primaryKey))
  // The database that is read compares the keys, so that its collation does not matter.
  return key === null
    ? sql`${from} ORDER BY ${order} LIMIT ${limit}`.values
    : sql`${from} WHERE (${order}) > ${sql.in(key)} ORDER BY ${order} LIMIT ${limit}`.values
}

/**
 * Passes on the rows of a table after a position, page by page in the order of the primary key, each page with the
 * position after it. Returns the last position.
 */
export const forEachPage = Effect.fnUntraced(function* <E, R>(
  sql: SqlClient.SqlClient,
  table: TableLayout,
  start: TablePosition,
  use: (rows: ReadonlyArray<Cells>, after: TablePosition) => Effect.Effect<void, E, R>
): Effect.fn.Return<TablePosition, E | SqlError.SqlError, R> {
  const names = Object.keys(table.columns)
  const keyIndexes = table.primaryKey.map((name) => names.indexOf(name))
  let position = start
  let limit = FIRST_PAGE_ROWS
  for (;;) {
    const values = yield* readPage(sql, table, position, limit)
    const rows = values.map((row) => row.map(toCell))
    const last = rows.at(-1)
    if (last === undefined) return position
    const key = keyIndexes.length === 0 ? null : keyIndexes.map((index) => last[index] ?? null)
    position = { rows: position.rows + rows.length, key }
    yield* use(rows, position)
    if (rows.length < limit) return position
    limit = nextPageRows(rows)
  }
})
