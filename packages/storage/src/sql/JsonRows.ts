import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { jsonEachFunction } from "./JsonEach.ts"

/** One row: a value for each column. */
export type Cells = ReadonlyArray<string | number | null>

/** Column names with their types, in the order of the cells. */
export type ColumnTypes = Readonly<Record<string, "TEXT" | "BIGINT" | "DOUBLE PRECISION">>

/** The columns of rows that are passed as JSON, with the expressions that read them in each dialect. */
export interface JsonColumns {
  readonly names: string
  readonly sqlite: string
  readonly postgres: string
}

export const jsonColumns = (types: ColumnTypes): JsonColumns => {
  const entries = Object.entries(types)
  const select = (cell: (index: number, type: string) => string): string =>
    entries.map(([name, type], index) => `${cell(index, type)} AS ${name}`).join(", ")
  return {
    names: entries.map(([name]) => name).join(", "),
    sqlite: select((index) => `value ->> ${index}`),
    // Every value of Postgres's `->>` is text.
    postgres: select((index, type) => `(value ->> ${index})::${type}`)
  }
}

/** The column of rows that are ids. */
export const ID_COLUMN = jsonColumns({ id: "TEXT" })

/** Each of these rows once. */
export const distinctRows = (rows: Iterable<Cells>): ReadonlyArray<Cells> => {
  const distinct = new Map<string, Cells>()
  for (const row of rows) distinct.set(JSON.stringify(row), row)
  return [...distinct.values()]
}

/** The JSON escapes of NUL and of unpaired surrogates. A text that contains such an escape literally matches too. */
const UNSTORABLE_ESCAPE = /\\u(?:d[89a-f]|0000)/

/** Postgres cannot store these characters as text, and responses of receivers and carriers may contain them. */
const replaceUnstorable = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\uFFFD") : value

/** Rows as JSON text, with characters that Postgres cannot store replaced by U+FFFD. */
export const toJson = (rows: ReadonlyArray<Cells>): string => {
  const json = JSON.stringify(rows)
  return UNSTORABLE_ESCAPE.test(json) ? JSON.stringify(rows, replaceUnstorable) : json
}

/**
 * Rows as one parameter, so that the statement text does not depend on their number. Usable in place of a table.
 */
export const jsonRows = (
  sql: SqlClient.SqlClient,
  { sqlite, postgres }: JsonColumns,
  rows: ReadonlyArray<Cells>
): Statement.Fragment => {
  const json = toJson(rows)
  return sql.onDialectOrElse({
    pg: () => sql`(SELECT ${sql.literal(postgres)} FROM json_array_elements(${json}::json))`,
    orElse: () => sql`(SELECT ${sql.literal(sqlite)} FROM ${sql.literal(jsonEachFunction())}(${json}))`
  })
}

/** Inserts any number of rows with one statement. */
export const insertRows = (
  sql: SqlClient.SqlClient,
  table: string,
  columns: JsonColumns,
  rows: ReadonlyArray<Cells>
) =>
  rows.length === 0
    ? Effect.void
    : Effect.asVoid(
        sql`INSERT INTO ${sql(table)} (${sql.literal(columns.names)})
          SELECT * FROM ${jsonRows(sql, columns, rows)} AS added`
      )
