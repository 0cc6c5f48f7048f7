import type { AccountId } from "@landfall/core/accounts/Account"
import { Effect, Schedule } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { type AccountTable, belongsTo } from "./AccountTables.ts"
import type { MoveLeaseLost } from "./MoveRecord.ts"

/**
 * The kinds of triggers of a moving account in its source: `capture` records the keys of changed rows; `fence` rejects
 * every change except those of the mover.
 */
export type TriggerKind = "capture" | "fence"

/** The SQLSTATE by which Postgres rejects a change of a fenced account. It passes when the account has moved. */
export const FENCED_SQLSTATE = "LF001"

/** The beginning of the message by which a fenced account rejects a change. */
export const FENCED_MESSAGE = "The account moves to another cell"

const nameOf = (kind: TriggerKind, { layout }: AccountTable): string => `landfall_${kind}_${layout.name}`

/** Ids are letters, digits, underscores and hyphens, which the text of a trigger can contain. */
const literalOf = (id: AccountId): string => {
  if (!/^acc_[0-9A-Za-z_-]+$/.test(id)) throw new Error(`The id of the account ${id} cannot be in a trigger`)
  return `'${id}'`
}

const OPERATIONS = ["INSERT", "UPDATE", "DELETE"] as const

type Operation = (typeof OPERATIONS)[number]

/** The names of the row that an operation changes. */
const ROWS: Readonly<Record<Operation, ReadonlyArray<"OLD" | "NEW">>> = {
  INSERT: ["NEW"],
  UPDATE: ["NEW"],
  DELETE: ["OLD"]
}

/**
 * The condition on a changed row. The parent of a deleted row can be deleted in the same transaction, so that the
 * deletion of any row of such a table is captured: a row that the target lacks is not deleted there.
 */
const conditionOf = (kind: TriggerKind, table: AccountTable, operation: Operation, account: string): string => {
  if (kind === "capture" && operation === "DELETE" && table.parent !== undefined) return "1 = 1"
  return ROWS[operation].map((row) => belongsTo(table, row, account)).join(" OR ")
}

const captureInto = (table: AccountTable, row: string, account: string, array: string): string =>
  `INSERT INTO account_change (account_id, table_name, row_key) VALUES (${account}, '${table.layout.name}', ${array}(${table.layout.primaryKey.map((column) => `${row}.${column}`).join(", ")}));`

const onSqlite = (kind: TriggerKind, table: AccountTable, account: string): ReadonlyArray<string> =>
  OPERATIONS.map((operation) => {
    const body =
      kind === "fence"
        ? `SELECT RAISE(ABORT, '${FENCED_MESSAGE}');`
        : ROWS[operation].map((row) => captureInto(table, row, account, "json_array")).join(" ")
    return `CREATE TRIGGER ${nameOf(kind, table)}_${operation.toLowerCase()} ${kind === "fence" ? "BEFORE" : "AFTER"} ${operation}
      ON ${table.layout.name} WHEN ${conditionOf(kind, table, operation, account)} BEGIN ${body} END`
  })

const KINDS = ["capture", "fence"] as const satisfies ReadonlyArray<TriggerKind>

/** The statements on SQLite that create the triggers of a moving account, of both kinds. */
export const sqliteTriggersOf = (tables: ReadonlyArray<AccountTable>, account: AccountId): ReadonlySet<string> =>
  new Set(tables.flatMap((table) => KINDS.flatMap((kind) => onSqlite(kind, table, literalOf(account)))))

const onPostgres = (kind: TriggerKind, table: AccountTable, account: string): ReadonlyArray<string> => {
  const name = nameOf(kind, table)
  const bodyOf = (operation: Operation) =>
    kind === "fence"
      ? `RAISE EXCEPTION USING MESSAGE = '${FENCED_MESSAGE}', ERRCODE = '${FENCED_SQLSTATE}';`
      : ROWS[operation].map((row) => captureInto(table, row, account, "json_build_array")).join(" ")
  const branches = OPERATIONS.map(
    (operation) =>
      `IF TG_OP = '${operation}' THEN IF ${conditionOf(kind, table, operation, account)} THEN ${bodyOf(operation)} END IF; END IF;`
  ).join("\n")
  const exempt =
    kind === "fence" ? "IF current_setting('landfall.mover', true) = 'on' THEN RETURN COALESCE(NEW, OLD); END IF;" : ""
  return [
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $landfall$ BEGIN
      ${exempt}
      ${branches}
      RETURN COALESCE(NEW, OLD); END $landfall$`,
    `CREATE OR REPLACE TRIGGER ${name} ${kind === "fence" ? "BEFORE" : "AFTER"} INSERT OR UPDATE OR DELETE
      ON ${table.layout.name} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    `ALTER TABLE ${table.layout.name} ENABLE TRIGGER ${name}`
  ]
}

const runAll = (sql: SqlClient.SqlClient, statements: ReadonlyArray<string>) =>
  Effect.forEach(statements, (statement) => sql`${sql.literal(statement)}`.unprepared, { discard: true })

const dropOnSqlite = (kind: TriggerKind, table: AccountTable): ReadonlyArray<string> =>
  OPERATIONS.map((operation) => `DROP TRIGGER IF EXISTS ${nameOf(kind, table)}_${operation.toLowerCase()}`)

/**
 * The time for which a statement that changes a table waits for the transactions that write to it; others wait behind
 * it.
 */
const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '500ms'"

/** The attempts to change a table, with pauses in which the transactions that waited behind it run. */
const LOCK_RETRIES = Schedule.spaced("200 millis").pipe(Schedule.upTo({ times: 100 }))

/** Runs a change in a transaction of the mover that may make it. */
type Transaction = <A, E, R>(
  change: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | SqlError.SqlError | MoveLeaseLost, R>

/** A change of one table, tried again while others hold its lock. */
const changeTable = (inTransaction: Transaction, sql: SqlClient.SqlClient, statements: ReadonlyArray<string>) =>
  inTransaction(runAll(sql, [LOCK_TIMEOUT, ...statements])).pipe(
    Effect.retry({ schedule: LOCK_RETRIES, while: (error) => error._tag === "SqlError" })
  )

/**
 * Adds the triggers of an account, table by table: each waits until the transactions that have written to its table end, and
 * is seen by all later ones. A transaction that meets a fence in one table has no effect in the others.
 */
export const addTriggers = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  inTransaction: Transaction,
  kind: TriggerKind,
  tables: ReadonlyArray<AccountTable>,
  id: AccountId
) {
  const account = literalOf(id)
  yield* sql.onDialectOrElse({
    pg: () =>
      Effect.forEach(tables, (table) => changeTable(inTransaction, sql, onPostgres(kind, table, account)), {
        discard: true
      }),
    orElse: () =>
      inTransaction(
        Effect.forEach(
          tables,
          (table) => runAll(sql, [...dropOnSqlite(kind, table), ...onSqlite(kind, table, account)]),
          { discard: true }
        )
      )
  })
})

/**
 * Removes triggers that exist. On Postgres they stay, disabled: dropping one waits for readers of its table too, and
 * delays others meanwhile.
 */
export const dropTriggers = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  inTransaction: Transaction,
  kind: TriggerKind,
  tables: ReadonlyArray<AccountTable>
) {
  const disable = Effect.gen(function* () {
    const rows = yield* sql`SELECT tgname FROM pg_trigger
      WHERE starts_with(tgname::text, ${`landfall_${kind}_`}) AND tgenabled <> 'D'
        AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`.values
    const enabled = new Set(rows.map(([name]) => name))
    for (const table of tables.filter((one) => enabled.has(nameOf(kind, one)))) {
      yield* changeTable(inTransaction, sql, [
        `ALTER TABLE ${table.layout.name} DISABLE TRIGGER ${nameOf(kind, table)}`
      ])
    }
  })
  yield* sql.onDialectOrElse({
    pg: () => disable,
    orElse: () =>
      inTransaction(Effect.forEach(tables, (table) => runAll(sql, dropOnSqlite(kind, table)), { discard: true }))
  })
})
