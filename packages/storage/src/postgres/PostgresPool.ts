import { PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { Context, Effect, type Scope, Stream, String } from "effect"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"

const rowsOf = ({ rows }: PgConnection.Result) => rows

/** Receives the failure of each statement. */
type OnFailure = (error: SqlError.SqlError) => void

/** A connection of the driver as one of `effect/sql`. */
const toSqlConnection = (connection: PgConnection.PgConnection, onFailure: OnFailure): SqlConnection.Connection => {
  const observed = <A>(statement: Effect.Effect<A, SqlError.SqlError>) =>
    Effect.tapError(statement, (error) => Effect.sync(() => onFailure(error)))
  const execute =
    (prepare: boolean): SqlConnection.Connection["execute"] =>
    (sql, parameters, transformRows) => {
      const rows = Effect.map(observed(connection.query(sql, parameters, prepare)), rowsOf)
      return transformRows === undefined ? rows : Effect.map(rows, transformRows)
    }
  return {
    execute: execute(true),
    executeUnprepared: execute(false),
    executeRaw: (sql, parameters) => observed(connection.query(sql, parameters)),
    executeValues: (sql, parameters) => observed(connection.queryValues(sql, parameters)),
    executeValuesUnprepared: (sql, parameters) => observed(connection.queryValues(sql, parameters, false)),
    executeStream: (sql, parameters, transformRows) =>
      Stream.fromIterableEffect(execute(true)(sql, parameters, transformRows))
  }
}

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

/** The notifications of a Postgres server. */
export class PostgresNotifications extends Context.Service<
  PostgresNotifications,
  Pick<PgClient.PgClient, "listen" | "notify">
>()("@landfall/storage/postgres/PostgresPool/PostgresNotifications") {}

/** Compiles statements whose identifiers are in camelCase. */
export const COMPILER = PgClient.makeCompiler(String.camelToSnake, false)

/** Columns in camelCase. */
export const RESULT_ROWS = Statement.defaultTransforms(String.snakeToCamel, false).array

/** A client on a pool of connections, with the connection that one statement outside transactions takes. */
interface PostgresPool {
  readonly client: SqlClient.SqlClient
  readonly statementConnection: SqlConnection.Acquirer
  readonly notifications: PostgresNotifications["Service"]
}

/**
 * A client in whose transactions several fibers send statements in one round trip (`inOneRoundTrip`). Those of
 * `PgClient` wait for each response before they send the next statement. An interrupted statement of a transaction runs
 * to its end on the server, within the time limits of the session, before the transaction is rolled back; one outside
 * transactions is cancelled, so that the next user of the connection does not wait for it.
 *
 * @param onFailure receives the failure of each statement
 */
export const makePostgresPool = Effect.fnUntraced(function* (
  config: PgPool.Config,
  onFailure: OnFailure
): Effect.fn.Return<PostgresPool, SqlError.SqlError, Scope.Scope | Effect.Services<ReturnType<typeof SqlClient.make>>> {
  // One user of a connection at a time, whose fibers share it.
  const pool = yield* PgPool.make({ ...config, multiplex: true, multiplexConcurrency: 1 })
  const connect = (connection: PgConnection.PgConnection) => toSqlConnection(connection, onFailure)
  const statementConnection = Effect.map(pool.reserve, connect)
  const client = yield* SqlClient.make({
    driver: "pg",
    acquirer: statementConnection,
    // Not reserved: the driver pipelines the statements of a shared connection only.
    transactionAcquirer: Effect.map(pool.get, connect),
    compiler: COMPILER,
    transformRows: RESULT_ROWS,
    spanAttributes: [["db.system.name", "postgresql"]],
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`
  })
  const notifications = PostgresNotifications.of({
    listen: (channel) => Effect.flatMap(pool.reserve, (connection) => connection.listen(channel)),
    notify: (channel, payload) =>
      Effect.asVoid(pool.use((connection) => connection.query("SELECT pg_notify($1, $2)", [channel, payload])))
  })
  return { client, statementConnection, notifications }
})
