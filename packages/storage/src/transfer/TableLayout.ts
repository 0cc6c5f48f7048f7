import { Effect, Layer, Order, Predicate } from "effect"
import { SqlClient } from "effect/sql"
import { applyMigrations, MIGRATION_TABLE } from "../Migrations.ts"
import type { ColumnTypes } from "../sql/JsonRows.ts"
import * as NodeSqliteClient from "../sqlite/NodeSqliteClient.ts"

/** A table of the schema, as both dialects have it. */
export interface TableLayout {
  readonly name: string
  /** Names with types, in the order of the table. */
  readonly columns: ColumnTypes
  /** The columns of the primary key in its order; none for a table without one. */
  readonly primaryKey: ReadonlyArray<string>
  /** The other tables that its foreign keys refer to. */
  readonly references: ReadonlyArray<string>
  /** The columns that refer to the column `id` of another table. */
  readonly parents: Readonly<Record<string, string>>
}

/** Declared types, with those by which rows are passed as JSON. */
const COLUMN_TYPES: Readonly<Record<string, ColumnTypes[string]>> = {
  TEXT: "TEXT",
  INTEGER: "BIGINT",
  BIGINT: "BIGINT",
  "DOUBLE PRECISION": "DOUBLE PRECISION"
}

const columnType = (table: string, name: string, declared: string): ColumnTypes[string] => {
  const type = COLUMN_TYPES[declared]
  if (type === undefined)
    throw new Error(`The column ${name} of ${table} has the type ${declared}, which is not copied`)
  return type
}

const textOf = (value: unknown): string => (Predicate.isString(value) ? value : String(value))

const readTable = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, name: string) {
  const columns = yield* sql`SELECT name, type, pk FROM pragma_table_info(${name}) ORDER BY cid`.values
  const keys = columns.filter(([, , pk]) => Number(pk) > 0)
  const foreignKeys =
    yield* sql`SELECT "from", "table" FROM pragma_foreign_key_list(${name}) WHERE "to" = 'id' ORDER BY 1`.values
  const parents = Object.fromEntries(foreignKeys.map(([column, table]) => [textOf(column), textOf(table)]))
  const layout: TableLayout = {
    name,
    columns: Object.fromEntries(
      columns.map(([column, type]) => [textOf(column), columnType(name, textOf(column), textOf(type))])
    ),
    primaryKey: [...keys]
      .sort(([, , a], [, , b]) => Order.Number(Number(a), Number(b)))
      .map(([column]) => textOf(column)),
    references: [...new Set(Object.values(parents))].filter((table) => table !== name),
    parents
  }
  return layout
})

/** The tables in an order in which each follows those that it refers to. */
export const parentsFirst = (tables: ReadonlyArray<TableLayout>): ReadonlyArray<TableLayout> => {
  const ordered: Array<TableLayout> = []
  const left = new Map(tables.map((table) => [table.name, table]))
  while (left.size > 0) {
    const next = [...left.values()].filter(({ references }) => !references.some((name) => left.has(name)))
    if (next.length === 0) throw new Error(`The tables ${[...left.keys()].join(", ")} refer to each other in a circle`)
    for (const table of next) left.delete(table.name)
    ordered.push(...next)
  }
  return ordered
}

/** The tables of a SQLite database, without that of the migrations, each after those that it refers to. */
export const readTableLayouts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const names = yield* sql`SELECT name FROM sqlite_schema
    WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' AND name <> ${MIGRATION_TABLE} ORDER BY name`.values
  return parentsFirst(yield* Effect.forEach(names, ([name]) => readTable(sql, textOf(name))))
})

/** The tables of the newest schema, which both dialects share. */
export const newestTableLayouts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* applyMigrations
  return yield* readTableLayouts(sql)
}).pipe(Effect.provide(Layer.fresh(NodeSqliteClient.layer({ filename: ":memory:" }))))
