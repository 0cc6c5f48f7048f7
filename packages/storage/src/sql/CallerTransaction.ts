import type { StorageError } from "@landfall/core/faults/StorageError"
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { storageErrorOf } from "./StorageErrorMapping.ts"
import { withTransactionEnd } from "./TransactionEnd.ts"

/** The transaction of a caller that stores cannot take part in. `message` states why, and what to do. */
export class CallerTransactionUnusable extends Schema.TaggedError<CallerTransactionUnusable>()(
  "CallerTransactionUnusable",
  { message: Schema.String }
) {}

const isSqlFree = <E>(error: E): error is Exclude<E, SqlError.SqlError> => !SqlError.isSqlError(error)

const toStorageError = <E>(error: E): Exclude<E, SqlError.SqlError> | StorageError =>
  isSqlFree(error) ? error : storageErrorOf("CallerTransaction.join", error)

/** Lets stores take part in the transaction of a client that is not theirs, on the same database. */
export class CallerTransaction extends Context.Service<
  CallerTransaction,
  {
    /**
     * Runs calls of stores inside the transaction that `caller` has open, such as `Outbox.post` beside the caller's own
     * changes. They commit or roll back with it; workers are woken after its commit. Calls that fail leave nothing, and the
     * caller may handle the error and continue. Run it last and briefly: until the commit, it locks the queues of the
     * recipients. Fails with `CallerTransactionUnusable` when `caller` has no transaction open, or is a client of another
     * database.
     */
    readonly join: (
      caller: SqlClient.SqlClient
    ) => <A, E, R>(
      calls: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, Exclude<E, SqlError.SqlError> | CallerTransactionUnusable | StorageError, R>
  }
>()("@landfall/storage/sql/CallerTransaction") {
  /**
   * Runs calls as they are, in no transaction of the caller: for tests of programs on stores in memory, in which a rollback of
   * the caller undoes nothing of them.
   */
  static readonly detached = Layer.succeed(
    CallerTransaction,
    CallerTransaction.of({ join: () => (calls) => Effect.mapError(calls, toStorageError) })
  )

  /** The service of a storage, without its client. */
  static readonly exposed = Layer.effect(CallerTransaction, CallerTransaction)
}

/** The transaction of a caller that the current calls of stores take part in. */
interface Joined {
  readonly connection: SqlConnection.Connection
  readonly afterCommit: SqlClient.SqlClient["afterCommit"]
}

const CurrentCaller = Context.Reference<Joined | undefined>("@landfall/storage/sql/CurrentCaller", {
  defaultValue: () => undefined
})

/** Numbers for `int8`, as the clients of stores decode it: timestamps and counts are far below 2^53. */
const withNumbers = <A>(value: A): A => {
  if (typeof value !== "object" || value === null) return value
  for (const [key, cell] of Object.entries(value)) {
    if (typeof cell === "bigint") Reflect.set(value, key, Number(cell))
  }
  return value
}

type RowTransform = (<A extends object>(row: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined

/** The connection of a caller, with rows as stores expect them. */
const readNumbers = (connection: SqlConnection.Connection): SqlConnection.Connection => {
  const transformed = (rows: ReadonlyArray<object>, transform: RowTransform) => {
    const numbered = rows.map(withNumbers)
    return transform === undefined ? numbered : transform(numbered)
  }
  return {
    execute: (sql, parameters, transform) =>
      Effect.map(connection.execute(sql, parameters, undefined), (rows) => transformed(rows, transform)),
    executeUnprepared: (sql, parameters, transform) =>
      Effect.map(connection.executeUnprepared(sql, parameters, undefined), (rows) => transformed(rows, transform)),
    executeStream: (sql, parameters, transform) =>
      Stream.mapArray(
        connection.executeStream(sql, parameters, undefined),
        (rows) => transformed(rows, transform) as typeof rows
      ),
    executeRaw: (sql, parameters) => connection.executeRaw(sql, parameters),
    executeValues: (sql, parameters) =>
      Effect.map(connection.executeValues(sql, parameters), (rows) => rows.map(withNumbers)),
    executeValuesUnprepared: (sql, parameters) =>
      Effect.map(connection.executeValuesUnprepared(sql, parameters), (rows) => rows.map(withNumbers))
  }
}

const unusable = (message: string) => new CallerTransactionUnusable({ message })

/**
 * The scope in which a session looks up the unqualified names of tables: its setting, and the schemas that it stands
 * for.
 */
interface NameScope {
  readonly database: string
  readonly path: string
  readonly schemas: string
}

const nameScope = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<NameScope>`SELECT current_database() AS database, current_setting('search_path') AS path,
      (SELECT coalesce(string_agg(quote_ident(name), ', '), '') FROM unnest(current_schemas(false)) AS name) AS schemas`
      .withoutTransform,
    ([scope]) => scope ?? { database: "", path: "", schemas: "" }
  )

const setPath = (sql: SqlClient.SqlClient, path: string) =>
  Effect.asVoid(sql`SELECT set_config('search_path', ${path}, true)`)

/**
 * Looks up the tables of stores where their own client finds them, and then those of the caller again: both may have a
 * table of the same name.
 */
const makeNameScoping = (sql: SqlClient.SqlClient) => {
  let cachedScope: NameScope | undefined
  const ownScope = Effect.suspend(() =>
    cachedScope === undefined
      ? Effect.tap(nameScope(sql), (scope) =>
          Effect.sync(() => {
            cachedScope = scope
          })
        )
      : Effect.succeed(cachedScope)
  )
  return <A, E, R>(caller: SqlClient.SqlClient, calls: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const [own, current] = [yield* ownScope, yield* nameScope(caller)]
      if (own.database !== current.database) {
        return yield* unusable(
          `The caller's transaction is in the database ${current.database}, and the tables of Landfall are in ${own.database}: connect both clients to the same database.`
        )
      }
      if (own.schemas === current.schemas) return yield* calls
      yield* setPath(caller, own.schemas)
      // A rollback to the savepoint restores the path of the caller too.
      return yield* Effect.tap(calls, () => setPath(caller, current.path))
    })
}

/**
 * A client of stores whose calls can take part in transactions of other clients, and the service by which they do.
 * Otherwise the client uses `withTransaction`.
 */
export const makeJoinable = <C extends SqlClient.SqlClient>(
  client: C,
  withTransaction: SqlClient.SqlClient["withTransaction"] = client.withTransaction
) => {
  const { transactionService, afterCommit } = client
  const isPostgres = client.onDialectOrElse({ pg: () => true, orElse: () => false })
  const nothing = () => Effect.void
  // The caller's savepoint around the calls begins and ends it.
  const joinedTransaction = SqlClient.makeWithTransaction({
    transactionService,
    spanAttributes: [],
    acquireConnection: () =>
      Effect.flatMap(CurrentCaller, (caller) =>
        caller === undefined ? Effect.die("no caller has a transaction open") : Effect.succeed(caller.connection)
      ),
    begin: nothing,
    commit: nothing,
    rollback: nothing,
    savepoint: (connection, depth) =>
      Effect.asVoid(connection.executeUnprepared(`SAVEPOINT landfall_${depth}`, [], undefined)),
    releaseSavepoint: (connection, depth) =>
      Effect.asVoid(connection.executeUnprepared(`RELEASE SAVEPOINT landfall_${depth}`, [], undefined)),
    rollbackSavepoint: (connection, depth) =>
      Effect.asVoid(connection.executeUnprepared(`ROLLBACK TO SAVEPOINT landfall_${depth}`, [], undefined))
  })

  /** An effect that runs after the transaction has ended: its statements use connections of the stores again. */
  const outside = <R>(effect: Effect.Effect<void, never, R>): Effect.Effect<void, never, R> =>
    Effect.updateContext(Effect.provideService(effect, CurrentCaller, undefined), withoutTransaction)

  const withoutTransaction = <R>(context: Context.Context<R>) =>
    Context.omit(transactionService)(context) as Context.Context<R>

  const joinable = Object.assign(client, {
    withTransaction: <R, E, A>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
      Effect.flatMap(CurrentCaller, (caller) =>
        caller === undefined ? withTransaction(effect) : joinedTransaction(effect)
      ),
    afterCommit: <R>(effect: Effect.Effect<void, never, R>): Effect.Effect<void, never, R> =>
      Effect.flatMap(CurrentCaller, (caller) =>
        caller === undefined ? afterCommit(effect) : caller.afterCommit(outside(effect))
      )
  })
  const inNameScope = makeNameScoping(client)

  const joinOther = <A, E, R>(caller: SqlClient.SqlClient, calls: Effect.Effect<A, E, R>) => {
    const joined = Effect.flatMap(Effect.serviceOption(caller.transactionService), (open) => {
      if (Option.isNone(open)) return Effect.die("a transaction has no connection")
      const current: Joined = { connection: readNumbers(open.value[0]), afterCommit: caller.afterCommit }
      return Effect.provideService(joinedTransaction(withTransactionEnd(calls)), CurrentCaller, current)
    })
    return caller.withTransaction(isPostgres ? inNameScope(caller, joined) : joined)
  }

  const check = Effect.fnUntraced(function* (caller: SqlClient.SqlClient) {
    if (Option.isNone(yield* Effect.serviceOption(caller.transactionService))) {
      return yield* unusable("The caller has no transaction open: call join inside withTransaction of the same client.")
    }
    if (caller.transactionService === transactionService) return
    if (Option.isSome(yield* Effect.serviceOption(transactionService))) {
      return yield* unusable("The stores have a separate transaction open: call join outside of it.")
    }
    if (caller.onDialectOrElse({ pg: () => true, orElse: () => false }) !== isPostgres) {
      return yield* unusable("The caller's client is one of another kind of database than that of the stores.")
    }
  })

  const service = CallerTransaction.of({
    join:
      (caller) =>
      <A, E, R>(calls: Effect.Effect<A, E, R>) => {
        const isOwn = caller.transactionService === transactionService
        const joined: Effect.Effect<A, E | CallerTransactionUnusable | SqlError.SqlError, R> = isOwn
          ? calls
          : joinOther(caller, calls)
        return Effect.mapError(Effect.andThen(check(caller), joined), toStorageError)
      }
  })
  return { client: joinable, service }
}
