import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { jsonEachFunction } from "./JsonEach.ts"

/** One row: a value for each column. */
export type Cells = ReadonlyArray<string | number | null>

/** Names of columns with their types, in the order of the cells. */
export type ColumnTypes = Readonly<Record<string, "TEXT" | "BIGINT" | "DOUBLE PRECISION">>

/** The columns of rows that are handed over as JSON, with the expressions that read them there. */
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

/** The one column of rows that are ids. */
export const ID_COLUMN = jsonColumns({ id: "TEXT" })

/** How NUL and halves of a surrogate pair look in JSON; and some texts that merely speak of them. */
const UNSTORABLE_ESCAPE = /\\u(?:d[89a-f]|0000)/

/** Not every database stores these as text, and what a receiver or carrier sends may hold them. */
const replaceUnstorable = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\uFFFD") : value

const toJson = (rows: ReadonlyArray<Cells>): string => {
  const json = JSON.stringify(rows)
  return UNSTORABLE_ESCAPE.test(json) ? JSON.stringify(rows, replaceUnstorable) : json
}

/**
 * Many rows as one parameter, so that a statement reads the same however many there are. Usable wherever a table is.
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

/** Inserts rows, however many, with one statement. */
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
