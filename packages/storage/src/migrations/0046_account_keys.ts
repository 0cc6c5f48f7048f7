import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { define } from "../retention/MonthPartitions.ts"

/** A table whose rows belong to the account of a row of another table, with its form that has the account itself. */
interface ParentTable {
  readonly name: string
  readonly parent: "endpoint" | "shipment"
  /** The column that refers to the parent. */
  readonly column: string
  /** The other columns, as they are declared. */
  readonly columns: ReadonlyArray<string>
  readonly primaryKey: string
  /** The parents that foreign keys refer to, by the column. */
  readonly references: Readonly<Record<string, "endpoint" | "shipment">>
  readonly indexes: ReadonlyArray<string>
}

const TABLES: ReadonlyArray<ParentTable> = [
  {
    name: "registration",
    parent: "shipment",
    column: "shipment_id",
    columns: [
      "endpoint_id TEXT NOT NULL",
      "registered_at BIGINT NOT NULL",
      "notified TEXT NOT NULL",
      "demo_due_at BIGINT"
    ],
    primaryKey: "account_id, shipment_id, endpoint_id",
    references: { shipment_id: "shipment", endpoint_id: "endpoint" },
    indexes: [
      "CREATE INDEX registration_at_endpoint ON registration (account_id, endpoint_id, shipment_id)",
      `CREATE INDEX registration_demo ON registration (demo_due_at, shipment_id, endpoint_id)
        WHERE demo_due_at IS NOT NULL`
    ]
  },
  {
    name: "source_answer",
    parent: "shipment",
    column: "shipment_id",
    columns: ["meanings TEXT NOT NULL"],
    primaryKey: "account_id, shipment_id",
    references: { shipment_id: "shipment" },
    indexes: []
  },
  {
    name: "endpoint_hour",
    parent: "endpoint",
    column: "endpoint_id",
    columns: ["starts_at", "succeeded", "failed", "exhausted", "duration_millis", "longest_millis"].map(
      (name) => `${name} BIGINT NOT NULL`
    ),
    primaryKey: "account_id, endpoint_id, starts_at",
    references: {},
    indexes: []
  }
]

/** The triggers of an account that moves to another cell, and the functions that they run, as statements that create them. */
const readTriggers = (sql: SqlClient.SqlClient, table: string) =>
  Effect.map(
    sql.onDialectOrElse({
      pg: () =>
        sql`SELECT pg_get_functiondef(tgfoid), pg_get_triggerdef(oid) FROM pg_trigger
          WHERE tgrelid = to_regclass(${table}) AND NOT tgisinternal AND tgenabled <> 'D' ORDER BY tgname`.values,
      orElse: () =>
        sql`SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ${table} ORDER BY name`.values
    }),
    (rows) => rows.flat().map(String)
  )

const OF_PARENT =
  /EXISTS \(SELECT 1 FROM \w+ AS owner_row WHERE owner_row\.id = (NEW|OLD)\.\w+ AND owner_row\.account_id = ('acc_[\w-]+')\)/g
const ANY_DELETED = /1 = 1( (?:BEGIN|THEN)\s+INSERT INTO account_change [^;]*?VALUES \(('acc_[\w-]+'))/g
const ROW_KEY = /(json_(?:build_)?array)\((NEW|OLD)\./g

/** A trigger of a moving account, as it is for a table with the account: by a condition on it, and with keys that begin with it. */
const triggerWithAccount = (statement: string): string =>
  statement
    .replaceAll(OF_PARENT, "$1.account_id = $2")
    .replaceAll(ANY_DELETED, "OLD.account_id = $2$1")
    .replaceAll(ROW_KEY, "$1($2.account_id, $2.")

const foreignKeys = ({ name, references }: ParentTable): ReadonlyArray<string> =>
  Object.entries(references).map(
    ([column, parent]) =>
      `CONSTRAINT ${name}_of_${parent} FOREIGN KEY (account_id, ${column}) REFERENCES ${parent} (account_id, id)`
  )

/** Replaces a table by one with the account. Others read it meanwhile, and wait to write. */
const rebuild = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: ParentTable) {
  const { column, columns, indexes, name, parent, primaryKey } = table
  const rebuilt = `${name}_rebuilt`
  const [clustered, keys, addedKeys] = sql.onDialectOrElse({
    pg: () => ["", [], foreignKeys(table)] as const,
    orElse: () => [name === "endpoint_hour" ? "WITHOUT ROWID" : "", foreignKeys(table), []] as const
  })
  yield* sql.onDialectOrElse({
    pg: () => Effect.asVoid(define(sql, `LOCK TABLE ${name} IN SHARE MODE`)),
    orElse: () => Effect.void
  })
  const triggers = yield* readTriggers(sql, name)
  const declared = ["account_id TEXT NOT NULL", `${column} TEXT NOT NULL`, ...columns]
  const primary = `CONSTRAINT ${name}_of_account PRIMARY KEY (${primaryKey})`
  yield* define(sql, `CREATE TABLE ${rebuilt} (${[...declared, primary, ...keys].join(", ")}) ${clustered}`)
  const copied = [column, ...columns.map((declaration) => declaration.split(" ")[0])].map((one) => `r.${one}`)
  yield* define(
    sql,
    `INSERT INTO ${rebuilt} SELECT p.account_id, ${copied.join(", ")} FROM ${name} AS r JOIN ${parent} AS p ON p.id = r.${column}
      ORDER BY ${primaryKey}`
  )
  yield* define(sql, `DROP TABLE ${name}`)
  yield* define(sql, `ALTER TABLE ${rebuilt} RENAME TO ${name}`)
  for (const key of addedKeys) yield* define(sql, `ALTER TABLE ${name} ADD ${key}`)
  for (const statement of [...indexes, ...triggers.map(triggerWithAccount)]) yield* define(sql, statement)
  // What is recorded of moves names rows by their keys, as JSON arrays.
  for (const [record, key] of [
    ["account_change", "row_key"],
    ["account_copy", "last_key"]
  ]) {
    yield* define(
      sql,
      `UPDATE ${record} SET ${key} = '["' || account_id || '",' || substr(${key}, 2) WHERE table_name = '${name}'`
    )
  }
})

/**
 * The account of registrations, of the last responses about shipments and of the hours of endpoints, which begins their keys and
 * indexes. A registration refers to a shipment and an endpoint of its account.
 */
export const accountKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [index, parent] of [
    ["shipment_of_account", "shipment"],
    ["endpoint_ever_of_account", "endpoint"]
  ]) {
    yield* define(sql, `DROP INDEX ${index}`)
    yield* define(sql, `CREATE UNIQUE INDEX ${index} ON ${parent} (account_id, id)`)
  }
  for (const table of TABLES) yield* rebuild(sql, table)
})
