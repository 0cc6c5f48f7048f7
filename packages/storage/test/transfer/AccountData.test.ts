import { assert, describe, it } from "@effect/vitest"
import { Effect, type Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { BY_PARENT, INSTALLATION_TABLES, TABLES_BY_OTHER_COLUMN } from "../../src/cells/AccountTables.ts"
import { applyMigrations, MIGRATION_TABLE } from "../../src/Migrations.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { newestTableLayouts } from "../../src/transfer/TableLayout.ts"
import { isPartition, newSchema, skipReason, withServer } from "../postgres/TestServer.ts"

/** A table with its columns. */
type Tables = ReadonlyMap<string, ReadonlyArray<string>>

/** The tables that nothing assigns to an account or to the installation, and what is wrong with those that are assigned. */
const faultsOf = (tables: Tables): ReadonlyArray<string> => {
  const lists = [TABLES_BY_OTHER_COLUMN, BY_PARENT, INSTALLATION_TABLES]
  const hasAccount = (name: string) =>
    !Object.hasOwn(INSTALLATION_TABLES, name) && tables.get(name)?.includes("account_id") === true
  const unassigned = [...tables.keys()].flatMap((name) => {
    const count = lists.filter((list) => Object.hasOwn(list, name)).length + (hasAccount(name) ? 1 : 0)
    return count === 1 ? [] : [`${name} is assigned ${count} times`]
  })
  const absent = lists.flatMap((list) =>
    Object.keys(list).flatMap((name) => (tables.has(name) ? [] : [`there is no table ${name}`]))
  )
  const columns = Object.entries({ ...TABLES_BY_OTHER_COLUMN, ...BY_PARENT }).flatMap(([name, { column }]) =>
    tables.get(name)?.includes(column) === false ? [`${name} has no column ${column}`] : []
  )
  const orphans = Object.entries(BY_PARENT).flatMap(([name, { parent }]) =>
    hasAccount(parent) ? [] : [`the parent ${parent} of ${name} has no account_id`]
  )
  return [...unassigned, ...absent, ...columns, ...orphans]
}

const tablesOfSqlite = Effect.map(
  newestTableLayouts,
  (layouts): Tables => new Map(layouts.map(({ name, columns }) => [name, Object.keys(columns)]))
)

const readPostgresTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* applyMigrations
  const rows = yield* sql`SELECT table_name, string_agg(column_name, ' ') FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> ${MIGRATION_TABLE} AND NOT ${isPartition(sql)}
    GROUP BY table_name`.values
  return new Map(rows.map(([name, columns]) => [String(name), String(columns).split(" ")]))
})

const tablesOfPostgres: Effect.Effect<Tables, unknown, Scope.Scope> = Effect.flatMap(
  newSchema,
  (url: Redacted.Redacted) => Effect.provide(readPostgresTables, PostgresClient.layer({ url }))
)

describe("every table belongs to an account, by its own column or a parent, or to the installation", () => {
  withServer()

  it.effect("on SQLite", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(faultsOf(yield* tablesOfSqlite), [])
    })
  )

  it.live.skipIf(skipReason !== undefined)("on Postgres", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(faultsOf(yield* tablesOfPostgres), [])
    })
  )

  it.effect("so that a new table of customers' data without an account is found", () =>
    Effect.gen(function* () {
      const tables = new Map([...(yield* tablesOfSqlite), ["note", ["id", "text"]] as const])
      assert.deepStrictEqual(faultsOf(tables), ["note is assigned 0 times"])
      const without = new Map([...(yield* tablesOfSqlite), ["message", ["id", "body"]] as const])
      assert.includeMembers(
        [...faultsOf(without)],
        ["message is assigned 0 times", "the parent message of delivery has no account_id"]
      )
    })
  )
})
