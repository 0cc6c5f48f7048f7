import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "@landfall/core/accounts/Account"
import { Effect, Layer } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { findForeignPrograms } from "../../src/cells/ForeignPrograms.ts"
import { addTriggers } from "../../src/cells/MoveTriggers.ts"
import { applyMigrations, MIGRATION_TABLE, migrationsUpTo } from "../../src/Migrations.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { readTableLayouts } from "../../src/transfer/TableLayout.ts"
import { newSchema, skipReason, withServer } from "../postgres/TestServer.ts"

/** The last migration before the tables have their accounts. */
const LAST = 45

/** Migrates an empty database to the schema before the accounts of the tables. */
const migrateBefore = Migrator.make({})({ loader: migrationsUpTo(LAST), table: MIGRATION_TABLE })

const MOVING = AccountId.make("acc_1")

/** Two accounts with rows of each table, of which the first moves to another cell. */
const STATEMENTS = [
  ...[1, 2].flatMap((n) => [
    `INSERT INTO account (id, name, plan, created_at) VALUES ('acc_${n}', 'A', 'pay-as-you-go', 1)`,
    `INSERT INTO application VALUES ('app_${n}', 'acc_${n}', 'A', 1, 1)`,
    `INSERT INTO endpoint (id, account_id, application_id, url, metadata, disabled, secret, created_at, updated_at)
      VALUES ('ep_${n}', 'acc_${n}', 'app_${n}', 'https://example.com', '{}', 0, 's', 1, 1)`,
    `INSERT INTO shipment (id, account_id, number, asked_type, asked_sealine, status, created_at, updated_at, sequence)
      VALUES ('shp_${n}', 'acc_${n}', 'MSKU7194300', 'CT', '', 'tracking', 1, 1, 0)`,
    `INSERT INTO registration VALUES ('shp_${n}', 'ep_${n}', ${n}, '{}', NULL)`,
    `INSERT INTO source_answer VALUES ('shp_${n}', '["event ${n}"]')`,
    `INSERT INTO endpoint_hour VALUES ('ep_${n}', 3600000, 1, 2, 3, 4, ${n})`
  ]),
  `INSERT INTO account_change (account_id, table_name, row_key) VALUES ('acc_1', 'registration', '["shp_1","ep_1"]'),
    ('acc_1', 'message', '["msg_1"]')`,
  `INSERT INTO account_copy VALUES ('acc_1', 'endpoint_hour', 1, '["ep_1", 3600000]')`
]

const PARENTS = [
  { name: "registration", column: "shipment_id", parent: "shipment", primaryKey: ["shipment_id", "endpoint_id"] },
  { name: "source_answer", column: "shipment_id", parent: "shipment", primaryKey: ["shipment_id"] },
  { name: "endpoint_hour", column: "endpoint_id", parent: "endpoint", primaryKey: ["endpoint_id", "starts_at"] }
]

/** The triggers of a moving account, as an earlier version creates them. */
const captureBefore = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const tables = PARENTS.map(({ column, name, parent, primaryKey }) => ({
    layout: { name, primaryKey, columns: {}, references: [], parents: {} },
    column,
    parent
  }))
  yield* addTriggers(sql, (change) => sql.withTransaction(change), "capture", tables, MOVING)
})

const readTables = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const rowsOf = (table: string) => sql`SELECT * FROM ${sql(table)} ORDER BY 1`.values
  return {
    registration: yield* rowsOf("registration"),
    source_answer: yield* rowsOf("source_answer"),
    endpoint_hour: (yield* rowsOf("endpoint_hour")).map(([account, endpoint, ...figures]) => [
      account,
      endpoint,
      ...figures.map(Number)
    ])
  }
})

const recordedKeys = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`SELECT account_id, table_name, row_key FROM account_change ORDER BY number`.values, (rows) =>
    rows.map(([account, table, key]) => [account, table, JSON.parse(String(key))])
  )

const test = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* migrateBefore
  for (const statement of STATEMENTS) yield* sql`${sql.literal(statement)}`.unprepared
  yield* captureBefore(sql)
  yield* applyMigrations
  const { endpoint_hour, registration, source_answer } = yield* readTables(sql)
  assert.deepStrictEqual(
    registration.map((row) => row.slice(0, 3)),
    [
      ["acc_1", "shp_1", "ep_1"],
      ["acc_2", "shp_2", "ep_2"]
    ]
  )
  assert.deepStrictEqual(source_answer, [
    ["acc_1", "shp_1", '["event 1"]'],
    ["acc_2", "shp_2", '["event 2"]']
  ])
  assert.deepStrictEqual(endpoint_hour, [
    ["acc_1", "ep_1", 3_600_000, 1, 2, 3, 4, 1],
    ["acc_2", "ep_2", 3_600_000, 1, 2, 3, 4, 2]
  ])
  const [copied] = yield* sql`SELECT last_key FROM account_copy`.values
  assert.deepStrictEqual(JSON.parse(String(copied?.[0])), ["acc_1", "ep_1", 3_600_000])
  const before = ["acc_1", "registration", ["acc_1", "shp_1", "ep_1"]]
  assert.deepStrictEqual(yield* recordedKeys(sql), [before, ["acc_1", "message", ["msg_1"]]])

  yield* sql`UPDATE registration SET notified = '{"a":1}'`
  yield* sql`DELETE FROM source_answer`
  assert.deepStrictEqual(
    (yield* recordedKeys(sql)).filter(([, , key]) => key[0] === "acc_1"),
    [before, before, ["acc_1", "source_answer", ["acc_1", "shp_1"]]]
  )
  const mixed = yield* Effect.flip(
    sql`INSERT INTO registration (account_id, shipment_id, endpoint_id, registered_at, notified)
      VALUES ('acc_1', 'shp_1', 'ep_2', 1, '{}')`
  )
  assert.strictEqual(mixed._tag, "SqlError")
  return sql
})

describe("the migration that adds the account to registrations, responses and hours", () => {
  withServer()

  it.effect("retains the rows and the records of a move on SQLite, and Landfall knows its triggers", () =>
    Effect.gen(function* () {
      const sql = yield* test
      assert.deepStrictEqual(yield* findForeignPrograms(sql), [])
      const registration = (yield* readTableLayouts(sql)).find(({ name }) => name === "registration")
      assert.deepStrictEqual(registration?.parents, { shipment_id: "shipment", endpoint_id: "endpoint" })
    }).pipe(Effect.provide(Layer.fresh(NodeSqliteClient.layer({ filename: ":memory:" }))))
  )

  it.live.skipIf(skipReason !== undefined)("retains the rows and the records of a move on Postgres", () =>
    Effect.gen(function* () {
      yield* Effect.provide(test, PostgresClient.layer({ url: yield* newSchema }))
    })
  )
})
