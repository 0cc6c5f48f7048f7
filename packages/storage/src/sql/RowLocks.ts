import type { AccountId } from "@landfall/core/accounts/Account"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { ID_COLUMN, jsonRows } from "./JsonRows.ts"

/**
 * What keeps others from rows that a transaction has read and goes on to change. A transaction of SQLite has the whole
 * database to itself, so there all of these are nothing.
 */
export const rowLocks = (sql: SqlClient.SqlClient) => {
  const none = sql.literal("")
  const onPostgres = (fragment: string) => sql.onDialectOrElse({ pg: () => sql.literal(fragment), orElse: () => none })
  const awaitLock = (take: () => Effect.Effect<unknown, SqlError.SqlError>) =>
    sql.onDialectOrElse({ pg: () => Effect.asVoid(take()), orElse: () => Effect.void })

  const accountsOf = (shipments: Statement.Fragment): Effect.Effect<Statement.Fragment, SqlError.SqlError> =>
    sql.onDialectOrElse({
      pg: () =>
        Effect.map(
          sql<{ readonly id: string }>`SELECT id FROM account
            WHERE id IN (SELECT account_id FROM shipment WHERE id IN (${shipments})) ORDER BY id FOR NO KEY UPDATE`,
          (rows) => {
            const ids = rows.map(({ id }) => [id])
            return sql`account_id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, ids)} AS locked)`
          }
        ),
      orElse: () => Effect.succeed(sql`1 = 1`)
    })

  return {
    /** Ends a SELECT that only reads. */
    unlocked: none,

    /** Ends a SELECT: waits for whoever changes these rows. Rows that refer to them may still be added. */
    forChange: onPostgres("FOR NO KEY UPDATE"),

    /** Ends a SELECT: leaves out the rows that somebody else changes now. */
    skipLocked: onPostgres("FOR UPDATE SKIP LOCKED"),

    /** As `skipLocked` of one of the tables that a SELECT joins. */
    skipLockedOf: (table: string) => onPostgres(`FOR UPDATE OF ${table} SKIP LOCKED`),

    /**
     * Has whoever decides about an account's shipments wait for the decision before: each rests on all of the account's
     * events, and on what others have changed.
     */
    lockAccount: (id: AccountId) => awaitLock(() => sql`SELECT id FROM account WHERE id = ${id} FOR NO KEY UPDATE`),

    /**
     * As `account` for every account whose shipments a SELECT names by their ids, always in one order, so that no two wait
     * for each other. Answers the condition on `account_id` that holds for these accounts alone: what the SELECT named may
     * have changed while this waited.
     */
    lockAccountsOf: accountsOf,

    /** Has those who say the same name wait for one another, until their transactions end. */
    lockName: (name: string) => awaitLock(() => sql`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  }
}
