import { DatabaseSync } from "node:sqlite"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { inOneRoundTrip } from "./RoundTrips.ts"

/** The table function of SQLite that reads rows of JSON. Both return the same rows. */
type JsonEachFunction = "json_each" | "jsonb_each"

/** A version of SQLite, such as "3.51.0", as its header file writes it: 3051000. */
const versionNumber = (version: string): number => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  return major * 1_000_000 + minor * 1_000 + patch
}

/** The first SQLite with `jsonb_each`. */
const FIRST_WITH_JSONB_EACH = versionNumber("3.51.0")

const detectJsonEach = (): JsonEachFunction => {
  const database = new DatabaseSync(":memory:")
  const [version] = Object.values(database.prepare("SELECT sqlite_version()").get() ?? {})
  database.close()
  return versionNumber(String(version)) >= FIRST_WITH_JSONB_EACH ? "jsonb_each" : "json_each"
}

let detected: JsonEachFunction | undefined

/**
 * `jsonb_each` if this runtime's SQLite has it, else `json_each`. For rows that are arrays, `jsonb_each` returns the parsed
 * form; `json_each` returns text that is parsed again, which takes twice as long.
 */
const jsonEachFunction = (): JsonEachFunction => {
  detected ??= detectJsonEach()
  return detected
}

/** One row: a value for each column. */
export type Cells = ReadonlyArray<string | number | null>

/** Column names with their types, in the order of the cells. */
export type ColumnTypes = Readonly<Record<string, "TEXT" | "BIGINT" | "DOUBLE PRECISION">>

/** The columns of rows that are passed as parameters. */
export interface JsonColumns {
  readonly names: string
  /** The expressions that read the columns from a row of JSON. */
  readonly sqlite: string
  /** The types of the columns, in the order of the cells. */
  readonly types: ReadonlyArray<ColumnTypes[string]>
}

/** The names, types and SQL expressions of columns that are read from rows of JSON. */
export const jsonColumns = (types: ColumnTypes): JsonColumns => {
  const names = Object.keys(types)
  return {
    names: names.join(", "),
    sqlite: names.map((name, index) => `value ->> ${index} AS ${name}`).join(", "),
    types: Object.values(types)
  }
}

/** The column of rows that are ids. */
export const ID_COLUMN = jsonColumns({ id: "TEXT" })

/** The columns of rows that are ids of an account. */
export const OWNED_ID_COLUMNS = jsonColumns({ account_id: "TEXT", id: "TEXT" })

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

/** The characters that an element of an array of Postgres escapes. */
const ESCAPED_IN_ARRAY = /["\\]/g

const toElement = (cell: Cells[number] | undefined): string => {
  if (cell === null || cell === undefined) return "NULL"
  if (typeof cell === "string") return `"${cell.replace(ESCAPED_IN_ARRAY, "\\$&")}"`
  return Number.isFinite(cell) ? String(cell) : "NULL"
}

const toStorable = (cell: Cells[number] | undefined): Cells[number] | undefined =>
  typeof cell === "string" ? cell.toWellFormed().replaceAll("\0", "\uFFFD") : cell

/** A column of rows as the text of an array of Postgres, with characters that it cannot store replaced by U+FFFD. */
export const toArray = (rows: ReadonlyArray<Cells>, column: number): string => {
  const array = `{${rows.map((row) => toElement(row[column])).join(",")}}`
  return array.isWellFormed() && !array.includes("\0")
    ? array
    : `{${rows.map((row) => toElement(toStorable(row[column]))).join(",")}}`
}

/** An array for each column, which costs a Postgres server less to read than JSON, whose rows it parses again for each cell. */
const arrayRows = (sql: SqlClient.SqlClient, { names, types }: JsonColumns, rows: ReadonlyArray<Cells>) => {
  const arrays = types.map((type, column) => sql`${toArray(rows, column)}::${sql.literal(type)}[]`)
  return sql`(SELECT * FROM unnest(${sql.csv(arrays)}) AS input (${sql.literal(names)}))`
}

/**
 * Rows as parameters, so that the statement text does not depend on their number: JSON on SQLite, arrays on Postgres. Usable
 * in place of a table.
 */
export const jsonRows = (
  sql: SqlClient.SqlClient,
  columns: JsonColumns,
  rows: ReadonlyArray<Cells>
): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => arrayRows(sql, columns, rows),
    orElse: () => sql`(SELECT ${sql.literal(columns.sqlite)} FROM ${sql.literal(jsonEachFunction())}(${toJson(rows)}))`
  })

/** Ids as rows, each once and in their order. */
export const idRows = (sql: SqlClient.SqlClient, ids: Iterable<string>): Statement.Fragment =>
  jsonRows(
    sql,
    ID_COLUMN,
    [...new Set(ids)].toSorted().map((id) => [id])
  )

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

/** The rows that one statement inserts: it takes some milliseconds, in which SQLite serves no other request. */
const ROWS_PER_SLICE = 1_000

/** Inserts any number of rows, many of them with several statements between which other work runs. */
const insertInSlices = (sql: SqlClient.SqlClient, table: string, columns: JsonColumns, rows: ReadonlyArray<Cells>) =>
  rows.length <= ROWS_PER_SLICE
    ? insertRows(sql, table, columns, rows)
    : Effect.gen(function* () {
        for (let first = 0; first < rows.length; first += ROWS_PER_SLICE) {
          if (first > 0) yield* Effect.yieldNow
          yield* insertRows(sql, table, columns, rows.slice(first, first + ROWS_PER_SLICE))
        }
      })

/** The rows to insert into a table. */
export type TableRows = readonly [table: string, columns: JsonColumns, rows: ReadonlyArray<Cells>]

/**
 * Inserts any number of rows into tables, in this order, and runs the following statements: few rows in one round trip
 * with its first statements, many in slices between which other work runs. Use it inside a transaction.
 */
export const insertThen = <A, E, R>(
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<TableRows>,
  following: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R> => {
  const inserts = tables.map(([table, columns, rows]) => insertInSlices(sql, table, columns, rows))
  const isLong = tables.some(([, , rows]) => rows.length > ROWS_PER_SLICE)
  return isLong
    ? Effect.andThen(Effect.all(inserts, { discard: true }), following)
    : Effect.map(inOneRoundTrip(sql, [inOneRoundTrip(sql, inserts), following]), ([, result]) => result)
}

/** Inserts rows into tables, as `insertThen`. */
export const insertTables = (sql: SqlClient.SqlClient, tables: ReadonlyArray<TableRows>) =>
  insertThen(sql, tables, Effect.void)
