import { Context, Effect, Layer, Option, Scheduler, Semaphore, String } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, type SqlError, Statement } from "effect/sql"
import { CallerTransaction, makeJoinable } from "../sql/CallerTransaction.ts"
import { makeConnectionShares, shareTransactions } from "../sql/ConnectionShares.ts"
import { DatabaseFile } from "./DatabaseFile.ts"
import { DeferredSync } from "./DeferredSync.ts"
import type { LogSync } from "./LogSync.ts"
import { makeSqliteConnection } from "./SqliteConnection.ts"
import { openSqliteFile } from "./SqliteFile.ts"

/** The SQLite file to open, and the mode of access. */
export interface NodeSqliteConfig {
  /** The database file, or `:memory:`. */
  readonly filename: string
  /** Whether no other process may have the file open: fails when one has, and excludes others. */
  readonly exclusive?: boolean
}

/** Cached, because every row has the same few column names. */
const camelNames = new Map<string, string>()

const camelName = (column: string): string => {
  const cached = camelNames.get(column)
  if (cached !== undefined) return cached
  const name = String.snakeToCamel(column)
  camelNames.set(column, name)
  return name
}

/** One transaction writes at a time; the accounts with waiting ones take turns. */
const WRITERS = 1

/** A database in memory, and one that syncs each commit before it returns. */
const SYNCED_BY_COMMIT: LogSync = { committed: () => {}, wait: Effect.void }

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

/** Waits until the commits of an effect are on disk, unless they may be deferred. */
const synced =
  ({ wait }: Pick<LogSync, "wait">) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.flatMap(DeferredSync, (isDeferred) => (isDeferred ? effect : Effect.tap(effect, wait)))

/** The steps of a fiber in a transaction between two pauses: some milliseconds. */
const STEPS_BETWEEN_PAUSES = 50_000

/**
 * Runs a transaction with fewer pauses than other work makes, because every other write waits meanwhile. Long
 * transactions pause at explicit points.
 */
const withFewPauses = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(transaction, Scheduler.MaxOpsBeforeYield, STEPS_BETWEEN_PAUSES)

/**
 * `SqlClient` over `node:sqlite`, which Node and Deno provide. One connection writes: transactions and single writes queue
 * for it, and each transaction takes the write lock when it begins. Reads outside a transaction use a second connection.
 * Column names are snake_case in SQL and camelCase in rows.
 */
export const make = Effect.fnUntraced(function* (config: NodeSqliteConfig) {
  const {
    writer,
    reader,
    logSync = SYNCED_BY_COMMIT,
    findMove
  } = yield* openSqliteFile(config.filename, config.exclusive ?? false)
  let isDamaged = false
  const onDamage = () => {
    isDamaged = true
  }
  const afterSync = synced(logSync)
  const writing = makeSqliteConnection(writer, findMove, onDamage, logSync.committed)
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(writing),
    semaphore: yield* Semaphore.make(1),
    isTransaction: (connection) => connection.inTransaction()
  })
  const router =
    reader === undefined
      ? undefined
      : makeRoutingConnection(makeSqliteConnection(reader, Option.none, onDamage), (run) =>
          afterSync(acquirers.borrower(run))
        )
  const baseClient = yield* SqlClient.make({
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
  const isInTransaction = Effect.map(Effect.serviceOption(baseClient.transactionService), Option.isSome)
  const { withTransaction } = baseClient
  const share = shareTransactions(baseClient, makeConnectionShares(WRITERS))
  const shared = share((transaction) => withFewPauses(withTransaction(transaction)))
  // The transaction has ended before its sync, so that the next one runs meanwhile.
  const durable: typeof shared = (effect) =>
    Effect.flatMap(isInTransaction, (isInner) => (isInner ? shared(effect) : afterSync(shared(effect))))
  const { client, service } = makeJoinable(baseClient, durable)
  return Context.make(SqlClient.SqlClient, client).pipe(
    Context.add(CallerTransaction, service),
    Context.add(DatabaseFile, {
      findMove,
      isDamaged: () => isDamaged,
      path: reader === undefined ? Option.none() : Option.some(config.filename)
    })
  )
})

/** `SqlClient` on a file, and the state of the file. Fails with `DatabaseUnusable` when it cannot be opened. */
export const layer = (config: NodeSqliteConfig) =>
  Layer.effectContext(make(config)).pipe(Layer.provide(Reactivity.layer))
