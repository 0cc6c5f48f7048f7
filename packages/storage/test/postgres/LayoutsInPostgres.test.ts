import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { applyMigrations, MIGRATION_TABLE } from "../../src/Migrations.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { newestTableLayouts } from "../../src/transfer/TableLayout.ts"
import { isPartition, newSchema, skipReason, withServer } from "./TestServer.ts"

withServer()

describe.skipIf(skipReason !== undefined)("the tables of a schema in Postgres", () => {
  it.live("have the names, columns and types of those in SQLite, so that rows can be copied between them", () =>
    Effect.gen(function* () {
      const url = yield* newSchema
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* applyMigrations
        const columns = yield* sql`SELECT table_name, column_name, data_type FROM information_schema.columns
          WHERE table_schema = current_schema() AND table_name <> ${MIGRATION_TABLE} AND NOT ${isPartition(sql)}`.values
        const found = columns.map(([table, column, type]) =>
          [table, column, String(type).toUpperCase().replace("INTEGER", "BIGINT")].join(" ")
        )
        const layouts = yield* newestTableLayouts
        const expected = layouts.flatMap(({ columns, name }) =>
          Object.entries(columns).map(([column, type]) => `${name} ${column} ${type}`)
        )
        assert.deepStrictEqual(found.sort(), expected.sort())
      }).pipe(Effect.provide(PostgresClient.layer({ url })))
    }).pipe(Effect.scoped)
  )
})
