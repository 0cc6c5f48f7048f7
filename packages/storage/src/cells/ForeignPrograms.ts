import { AccountId } from "@landfall/core/accounts/Account"
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { accountTables } from "./AccountTables.ts"
import { sqliteTriggersOf } from "./MoveTriggers.ts"

const decodeAccount = Schema.decodeUnknownOption(AccountId)

/** The account that a trigger of a move names. */
const accountIn = (statement: string): Option.Option<AccountId> => decodeAccount(/'(acc_[\w-]+)'/.exec(statement)?.[1])

/**
 * The triggers, views and virtual tables of a SQLite database that Landfall has not created, such as `trigger "x"`: SQLite runs
 * them with the statements of Landfall. Those of an account that moves to another cell are Landfall's.
 */
export const findForeignPrograms = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const found = yield* sql`SELECT type, name, sql FROM sqlite_schema
    WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name LIMIT 10000`.values
  if (found.length === 0) return []
  const tables = yield* accountTables
  return found.flatMap(([type, name, statement]) => {
    const text = String(statement)
    const isOfMove = Option.exists(accountIn(text), (account) => sqliteTriggersOf(tables, account).has(text))
    return isOfMove ? [] : [`${String(type)} ${JSON.stringify(String(name).slice(0, 100))}`]
  })
})
