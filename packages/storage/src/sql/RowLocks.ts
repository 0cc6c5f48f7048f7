import type { AccountId } from "@landfall/core/accounts/Account"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { ID_COLUMN, jsonRows } from "./JsonRows.ts"
import { lockNameOnPostgres } from "./NamedLocks.ts"

/**
 * Row locks for a transaction that reads rows in order to change them. On SQLite a write transaction locks the whole
 * database, so that all of these are empty there.
 */
export const rowLocks = (sql: SqlClient.SqlClient) => {
  const none = sql.literal("")
  const onPostgres = (fragment: string) => sql.onDialectOrElse({ pg: () => sql.literal(fragment), orElse: () => none })
  const awaitLock = (take: () => Effect.Effect<unknown, SqlError.SqlError>) =>
    sql.onDialectOrElse({ pg: () => Effect.asVoid(take()), orElse: () => Effect.void })

  const lockAccounts = (shipments: Statement.Fragment, suffix: string) =>
    sql<{ readonly id: string }>`SELECT id FROM account
      WHERE id IN (SELECT account_id FROM shipment WHERE id IN (${shipments})) ORDER BY id ${sql.literal(suffix)}`

  /**
   * The accounts that no other transaction has locked, else one for which it waits: meanwhile it has no other account
   * locked.
   */
  const accountsOf = (shipments: Statement.Fragment): Effect.Effect<Statement.Fragment, SqlError.SqlError> =>
    sql.onDialectOrElse({
      pg: () =>
        Effect.gen(function* () {
          const free = yield* lockAccounts(shipments, "FOR NO KEY UPDATE SKIP LOCKED")
          const locked = free.length > 0 ? free : yield* lockAccounts(shipments, "LIMIT 1 FOR NO KEY UPDATE")
          const ids = locked.map(({ id }) => [id])
          return sql`account_id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, ids)} AS locked)`
        }),
      orElse: () => Effect.succeed(sql`1 = 1`)
    })

  return {
    /** Suffix of a SELECT that takes no lock. */
    unlocked: none,

    /** Suffix of a SELECT that waits for the locks of its rows. Rows that refer to them can still be inserted. */
    forChange: onPostgres("FOR NO KEY UPDATE"),

    /**
     * Suffix of a SELECT after which no other transaction changes its rows until the transaction ends; others can read
     * them in this way too.
     */
    forShare: onPostgres("FOR SHARE"),

    /** As `forChange`, for one table of a join. */
    forChangeOf: (table: string) => onPostgres(`FOR NO KEY UPDATE OF ${table}`),

    /** Suffix of a SELECT that skips rows locked by another transaction. */
    skipLocked: onPostgres("FOR UPDATE SKIP LOCKED"),

    /** As `skipLocked`, for one table of a join. */
    skipLockedOf: (table: string) => onPostgres(`FOR UPDATE OF ${table} SKIP LOCKED`),

    /**
     * Serialises decisions about the shipments of an account: each depends on all of the account's events and on the
     * previous decisions.
     */
    lockAccount: (id: AccountId) => awaitLock(() => sql`SELECT id FROM account WHERE id = ${id} FOR NO KEY UPDATE`),

    /**
     * As `lockAccount`, for the accounts of the shipments that a SELECT returns, without those that others have locked:
     * an account whose transactions are long delays no other. When all are locked, it waits for one. Returns a
     * condition on `account_id` that holds for the locked accounts only.
     */
    lockAccountsOf: accountsOf,

    /** Serialises the transactions that lock the same name, until they end. */
    lockName: (name: string) => awaitLock(() => lockNameOnPostgres(sql, name))
  }
}
