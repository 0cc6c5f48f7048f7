import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TABLES_BY_OTHER_COLUMN } from "../../src/cells/AccountTables.ts"
import { applyMigrations } from "../../src/Migrations.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { newSchema, skipReason, withServer } from "../postgres/TestServer.ts"
import { INDEX_EXCEPTIONS } from "./IndexExceptions.ts"
import { ownerColumns } from "./StatementRecord.ts"

/** The keys and indexes of a migrated database: tables with columns in their order. */
const readIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* applyMigrations
  const rows = yield* sql.onDialectOrElse({
    pg: () =>
      sql`SELECT t.relname::text, (
        SELECT string_agg(pg_get_indexdef(i.indexrelid, place, true), ', ' ORDER BY place)
        FROM generate_series(1, i.indnkeyatts::int) AS place)
      FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
      WHERE t.relnamespace = current_schema()::regnamespace AND NOT t.relispartition`.values,
    orElse: () =>
      sql`SELECT t.name, (
        SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno))
      FROM sqlite_schema AS t JOIN pragma_index_list(t.name) AS i WHERE t.type = 'table'`.values
  })
  return rows.map(([table, columns]) => ({ table: String(table), columns: String(columns) }))
})

/** The indexes of tables of accounts whose first column is not the account and that are not listed, and listed ones that do not exist. */
const faults = Effect.gen(function* () {
  const tables = yield* ownerColumns
  const indexes = yield* readIndexes
  const others = new Set(
    indexes
      .filter(({ table }) => tables.has(table))
      .filter(
        ({ table, columns }) => columns.split(", ")[0] !== (TABLES_BY_OTHER_COLUMN[table]?.column ?? "account_id")
      )
      .map(({ table, columns }) => `${table} (${columns})`)
  )
  const listed = Object.values(INDEX_EXCEPTIONS).flat()
  return {
    unlisted: [...others].filter((index) => !listed.includes(index)),
    absent: listed.filter((index) => !others.has(index))
  }
})

describe("the account leads the keys and indexes of its data, except those that are listed", () => {
  withServer()

  it.effect("on SQLite", () =>
    Effect.gen(function* () {
      const found = yield* Effect.provide(faults, NodeSqliteClient.layer({ filename: ":memory:" }))
      assert.deepStrictEqual(found, { unlisted: [], absent: [] })
    })
  )

  it.live.skipIf(skipReason !== undefined)("on Postgres", () =>
    Effect.gen(function* () {
      const found = yield* Effect.provide(faults, PostgresClient.layer({ url: yield* newSchema }))
      assert.deepStrictEqual(found, { unlisted: [], absent: [] })
    })
  )
})
