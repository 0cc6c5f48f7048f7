import { Context, Effect, Layer, Option, Semaphore, String } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, Statement } from "effect/sql"
import { CallerTransaction, makeJoinable } from "../sql/CallerTransaction.ts"
import { shareTransactions } from "../sql/TransactionShares.ts"
import { DatabaseFile } from "./DatabaseFile.ts"
import { makeSqliteConnection } from "./SqliteConnection.ts"
import { openSqliteFile } from "./SqliteFile.ts"

/** Which SQLite file to open, and how. */
export interface NodeSqliteConfig {
  /** The database file, or `:memory:`. */
  readonly filename: string
  /** Whether no other process may have the file open: fails when one has, and excludes others. */
  readonly exclusive?: boolean
}

/** Cached, because the same few column names return with every row. */
const camelNames = new Map<string, string>()

const camelName = (column: string): string => {
  const known = camelNames.get(column)
  if (known !== undefined) return known
  const name = String.snakeToCamel(column)
  camelNames.set(column, name)
  return name
}

/** One transaction writes at a time; the accounts with waiting ones take turns. */
const WRITERS = 1

const READ_STATEMENT = /^\s*SELECT\b/i

/**
 * Routes statements outside a transaction: a SELECT runs on the reader, which sees the last commit and never waits;
 * everything else queues for the writer.
 */
const makeRoutingConnection = (
  reader: SqlConnection.Connection,
  writing: SqlConnection.Borrower
): SqlConnection.Connection => {
  const choose =
    <Arguments extends [sql: string, ...ReadonlyArray<unknown>], A, E>(
      run: (connection: SqlConnection.Connection, ...parameters: Arguments) => Effect.Effect<A, E>
    ) =>
    (...parameters: Arguments) =>
      READ_STATEMENT.test(parameters[0]) ? run(reader, ...parameters) : writing((writer) => run(writer, ...parameters))
  return {
    execute: choose((connection, sql, parameters, transform) => connection.execute(sql, parameters, transform)),
    executeRaw: choose((connection, sql, parameters) => connection.executeRaw(sql, parameters)),
    executeUnprepared: choose((connection, sql, parameters, transform) =>
      connection.executeUnprepared(sql, parameters, transform)
    ),
    executeValues: choose((connection, sql, parameters) => connection.executeValues(sql, parameters)),
    executeValuesUnprepared: choose((connection, sql, parameters) =>
      connection.executeValuesUnprepared(sql, parameters)
    ),
    executeStream: reader.executeStream
  }
}

/**
 * `SqlClient` over `node:sqlite`, which Node and Deno provide. One connection writes: transactions and single writes queue
 * for it, and each transaction takes the write lock when it begins. Reads outside a transaction use a second connection.
 * Column names are snake_case in SQL and camelCase in rows.
 */
export const make = Effect.fnUntraced(function* (config: NodeSqliteConfig) {
  const { writer, reader, findMove } = yield* openSqliteFile(config.filename, config.exclusive ?? false)
  let isDamaged = false
  const onDamage = () => {
    isDamaged = true
  }
  const writing = makeSqliteConnection(writer, findMove, onDamage)
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(writing),
    semaphore: yield* Semaphore.make(1),
    isTransaction: (connection) => connection.inTransaction()
  })
  const router =
    reader === undefined
      ? undefined
      : makeRoutingConnection(makeSqliteConnection(reader, Option.none, onDamage), acquirers.borrower)
  const made = yield* SqlClient.make({
    acquirer: router === undefined ? acquirers.acquirer : Effect.succeed(router),
    borrower: router === undefined ? acquirers.borrower : (run) => run(router),
    transactionAcquirer: acquirers.transactionAcquirer,
    onCommitFailure: acquirers.onCommitFailure,
    isTransaction: acquirers.isTransaction,
    compiler: Statement.makeCompilerSqlite(String.camelToSnake),
    transformRows: Statement.defaultTransforms(camelName, false).array,
    beginTransaction: "BEGIN IMMEDIATE",
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    prepareTransactionControls: true,
    driver: "sqlite-node",
    spanAttributes: [["db.system.name", "sqlite"]]
  })
  const isInTransaction = Effect.map(Effect.serviceOption(made.transactionService), Option.isSome)
  const shared = shareTransactions(made.withTransaction, isInTransaction, WRITERS)
  const { client, service } = makeJoinable(made, shared)
  return Context.make(SqlClient.SqlClient, client).pipe(
    Context.add(CallerTransaction, service),
    Context.add(DatabaseFile, {
      findMove,
      isDamaged: () => isDamaged,
      path: reader === undefined ? Option.none() : Option.some(config.filename)
    })
  )
})

/** `SqlClient` on a file, and what is known of the file. Fails with `DatabaseUnusable` when it cannot be opened. */
export const layer = (config: NodeSqliteConfig) =>
  Layer.effectContext(make(config)).pipe(Layer.provide(Reactivity.layer))
