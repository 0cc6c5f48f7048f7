import { assert, describe, it } from "@effect/vitest"
import { Effect, type Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { applyMigrations, MIGRATION_TABLE } from "../../src/Migrations.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { newestTableLayouts } from "../../src/transfer/TableLayout.ts"
import { newSchema, skipReason, withServer } from "../postgres/TestServer.ts"

/** A table with its columns. */
type Tables = ReadonlyMap<string, ReadonlyArray<string>>

/** Tables that name the account by another column. */
const BY_OTHER_COLUMN: Readonly<Record<string, { readonly column: string; readonly reason: string }>> = {
  account: { column: "id", reason: "the account itself" },
  idempotent_bytes: { column: "owner", reason: "the id of the account" },
  idempotent_response: { column: "owner", reason: "the id of the account, or `operator` for requests of the operator" }
}

/** Tables whose rows belong to the account of a row of another table. */
const BY_PARENT: Readonly<Record<string, { readonly column: string; readonly parent: string }>> = {
  attempt: { column: "message_id", parent: "message" },
  delivery: { column: "message_id", parent: "message" },
  endpoint_hour: { column: "endpoint_id", parent: "endpoint" },
  endpoint_queue: { column: "endpoint_id", parent: "endpoint" },
  registration: { column: "shipment_id", parent: "shipment" },
  source_answer: { column: "shipment_id", parent: "shipment" }
}

/** Tables without data of an account, which stay where they are when an account moves. */
const OF_THE_INSTALLATION: Readonly<Record<string, string>> = {
  carrier_allowance: "polls of the installation at each carrier, with the keys of the operator",
  congestion_revision: "counts changes of port calls and zones",
  egress_mode: "the setting of the operator, to which addresses alerts may be sent",
  emission_factor: "reference data of the operator",
  fleet_watch: "the lease of the process that follows vessels",
  listener: "the addresses at which processes listen",
  own_port: "reference data of the operator",
  own_port_revision: "counts changes of the ports of the operator",
  port_berths: "reference data of the operator",
  port_call: "public movements of vessels, the same for every account",
  port_day: "days with data of a port",
  port_heard: "the last position report at a port",
  port_ledger: "figures of a port, derived from its calls",
  port_zone: "reference data of the operator",
  rate_bucket:
    "rates of keys, accounts and addresses within the last minutes; a moved account begins with full buckets",
  stored_instant: "clocks of the installation",
  usage_meter: "batches of counts that processes have stored",
  vessel: "reference data of the operator",
  vessel_state: "positions of vessels, the same for every account",
  worker_heartbeat: "the processes that deliver"
}

/** The tables that nothing assigns to an account or to the installation, and what is wrong with those that are assigned. */
const faultsOf = (tables: Tables): ReadonlyArray<string> => {
  const lists = [BY_OTHER_COLUMN, BY_PARENT, OF_THE_INSTALLATION]
  const hasAccount = (name: string) => tables.get(name)?.includes("account_id") === true
  const unassigned = [...tables.keys()].flatMap((name) => {
    const count = lists.filter((list) => Object.hasOwn(list, name)).length + (hasAccount(name) ? 1 : 0)
    return count === 1 ? [] : [`${name} is assigned ${count} times`]
  })
  const absent = lists.flatMap((list) =>
    Object.keys(list).flatMap((name) => (tables.has(name) ? [] : [`there is no table ${name}`]))
  )
  const columns = Object.entries({ ...BY_OTHER_COLUMN, ...BY_PARENT }).flatMap(([name, { column }]) =>
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
    WHERE table_schema = current_schema() AND table_name <> ${MIGRATION_TABLE} GROUP BY table_name`.values
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
