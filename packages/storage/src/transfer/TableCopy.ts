import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { type Cells, insertRows, jsonColumns } from "../sql/JsonRows.ts"
import type { TableLayout } from "./TableLayout.ts"
import { forEachPage, TABLE_START, type TablePosition } from "./TablePages.ts"

const insertPage = (sql: SqlClient.SqlClient, table: TableLayout, rows: ReadonlyArray<Cells>) => {
  const names = Object.keys(table.columns)
  return sql.onDialectOrElse({
    pg: () => insertRows(sql, table.name, jsonColumns(table.columns), rows),
    // Bound as values: SQLite does not read every decimal text back to the same floating-point number.
    orElse: () =>
      Effect.forEach(
        rows,
        (row) =>
          sql`INSERT INTO ${sql(table.name)} (${sql.csv(names.map((name) => sql`${sql(name)}`))}) VALUES ${sql.in(row)}`,
        { discard: true }
      )
  })
}

/** The options of a copy: its start, the record of each page, and the report of its progress. */
export interface CopyOptions<E, R> {
  readonly startOf: (table: TableLayout) => TablePosition
  /** Runs in the transaction that inserts the page. */
  readonly record: (table: TableLayout, after: TablePosition) => Effect.Effect<void, E, R>
  readonly onProgress: (table: TableLayout, after: TablePosition) => Effect.Effect<void>
}

/** A copy of everything in one step, which records nothing. */
export const wholeCopy = (onProgress: CopyOptions<never, never>["onProgress"]): CopyOptions<never, never> => ({
  startOf: () => TABLE_START,
  record: () => Effect.void,
  onProgress
})

/**
 * Copies the rows of the tables, parents first, from one database to another of the same schema. Each page is one
 * transaction, or a part of the transaction around this. Nothing may change the source meanwhile.
 */
export const copyTables = Effect.fnUntraced(function* <E, R>(
  source: SqlClient.SqlClient,
  target: SqlClient.SqlClient,
  tables: ReadonlyArray<TableLayout>,
  { onProgress, record, startOf }: CopyOptions<E, R>
): Effect.fn.Return<void, E | SqlError.SqlError, R> {
  for (const table of tables) {
    yield* forEachPage(source, table, startOf(table), (rows, after) =>
      target
        .withTransaction(Effect.andThen(insertPage(target, table, rows), record(table, after)))
        .pipe(Effect.andThen(onProgress(table, after)))
    )
  }
})

/** Deletes every row of the tables, children first. */
export const clearTables = (sql: SqlClient.SqlClient, tables: ReadonlyArray<TableLayout>) =>
  Effect.forEach([...tables].reverse(), ({ name }) => sql`DELETE FROM ${sql(name)}`, { discard: true })

/** Whether no table has a row. */
export const areTablesEmpty = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<TableLayout>
) {
  for (const { name } of tables) {
    const rows = yield* sql`SELECT 1 FROM ${sql(name)} LIMIT 1`.values
    if (rows.length > 0) return false
  }
  return true
})
