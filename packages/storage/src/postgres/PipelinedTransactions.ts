import type { PgClient, PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"

const execute = (connection: SqlConnection.Connection, statement: string) =>
  Effect.asVoid(connection.execute(statement, [], undefined))

const rolledBack = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: new Error("COMMIT rolled back an aborted transaction"),
    message: "The server rolled back at COMMIT, because a statement of the transaction had failed.",
    operation: "commit"
  })
})

/** Postgres responds to the `COMMIT` of an aborted transaction with `ROLLBACK`, and with no error. */
const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(
    connection.executeRaw("COMMIT", []) as Effect.Effect<PgConnection.Result, SqlError.SqlError>,
    ({ command }) => (command === "ROLLBACK" ? Effect.fail(rolledBack) : Effect.void)
  )

/**
 * Transactions that send statements of several fibers in one round trip (`inOneRoundTrip`). The client's own transactions
 * wait for each response before they send the next statement. The pool must have `multiplex`, and `multiplexConcurrency` 1, by
 * which nobody else uses the connection.
 */
export const pipelinedTransactions = ({
  reserve,
  transactionService
}: PgClient.PgClient): SqlClient.SqlClient["withTransaction"] =>
  SqlClient.makeWithTransaction({
    transactionService,
    spanAttributes: [["db.system.name", "postgresql"]],
    acquireConnection: (restore) => restore(reserve),
    begin: (connection, statement = "BEGIN") => execute(connection, statement),
    commit,
    rollback: (connection) => execute(connection, "ROLLBACK"),
    savepoint: (connection, depth) => execute(connection, `SAVEPOINT landfall_${depth}`),
    releaseSavepoint: (connection, depth) => execute(connection, `RELEASE SAVEPOINT landfall_${depth}`),
    rollbackSavepoint: (connection, depth) => execute(connection, `ROLLBACK TO SAVEPOINT landfall_${depth}`)
  })
