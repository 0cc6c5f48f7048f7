import { Context, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

/** Whether changes that are committed in this context return before they are on disk. Of SQLite only. */
export const DeferredSync = Context.Reference<boolean>("@landfall/storage/sqlite/DeferredSync", {
  defaultValue: () => false
})

type Rows = Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError.SqlError>

/**
 * Runs one statement whose change is synced to disk with the next synced commit. It is atomic, visible immediately, and
 * survives a crash of the process; a power failure can lose it together with everything after it. On Postgres it is an
 * ordinary statement. For use outside transactions only.
 */
export const runWithDeferredSync = (statement: Statement.Statement<unknown>): Rows =>
  Effect.provideService(statement.values, DeferredSync, true)

/** Runs a transaction whose commit is synced to disk as `runWithDeferredSync` describes. */
export const transactionWithDeferredSync =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.provideService(sql.withTransaction(effect), DeferredSync, true)
