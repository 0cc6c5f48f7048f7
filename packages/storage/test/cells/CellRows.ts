import { AccountId } from "@landfall/core/accounts/Account"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { upsertRows } from "../../src/cells/AccountCopy.ts"
import type { AccountTable } from "../../src/cells/AccountTables.ts"
import type { Cells } from "../../src/sql/JsonRows.ts"

export const MOVING = AccountId.make("acc_moving")
export const STAYING = AccountId.make("acc_staying")

/** The rows of each table and account. */
export const ROWS = 6

const idOf = (table: string, account: AccountId, row: number): string => `${table}_${account}_${row}`

/**
 * A row of a table whose values follow from its number: its id, and the ids of its account and of the parents of the
 * same number, so that new tables and columns are covered without a change.
 */
export const rowOf = ({ column, layout, parent }: AccountTable, account: AccountId, row: number): Cells =>
  Object.entries(layout.columns).map(([name, type], place) => {
    const refersTo = layout.parents[name] ?? (name === column ? parent : undefined)
    if (name === column && parent === undefined) return account
    if (refersTo !== undefined) return refersTo === "account" ? account : idOf(refersTo, account, row)
    if (layout.primaryKey.includes(name) || name === "hash")
      return type === "TEXT" ? idOf(layout.name, account, row) : row
    // Deliveries and tasks are due, and credits are left.
    if ((layout.name === "delivery" && name === "settled_at") || name === "finished_at") return null
    if (name === "granted") return 1_000_000
    if (type === "TEXT") return `${name} ${account} ${row}`
    return type === "BIGINT" ? row * 100 + place : row + 0.1
  })

/** Whether a table has one row for each account. */
const hasOneRow = ({ column, layout }: AccountTable) => layout.primaryKey.every((name) => name === column)

/** Adds rows of an account to every table, parents first. */
export const seed = (sql: SqlClient.SqlClient, tables: ReadonlyArray<AccountTable>, account: AccountId) =>
  Effect.forEach(
    tables,
    (table) =>
      upsertRows(
        sql,
        table,
        account,
        Array.from({ length: hasOneRow(table) && table.parent === undefined ? 1 : ROWS }, (_, row) =>
          rowOf(table, account, row)
        )
      ),
    { discard: true }
  )
