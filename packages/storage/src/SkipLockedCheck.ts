import { Effect, Layer } from "effect"
import { SqlClient, type SqlConnection, type SqlError } from "effect/sql"
import { MIGRATION_TABLE } from "./Migrations.ts"
import { DatabaseUnusable } from "./sql/DatabaseUnusable.ts"

const run = (connection: SqlConnection.Connection, statement: string) =>
  connection.executeValuesUnprepared(statement, [])

/** Runs an effect in a transaction of one connection, which changes nothing. */
const inTransaction = <A, E>(connection: SqlConnection.Connection, effect: Effect.Effect<A, E>) =>
  Effect.ensuring(
    Effect.andThen(run(connection, "BEGIN"), effect),
    Effect.catch(run(connection, "ROLLBACK"), (error) =>
      Effect.logDebug("The check for SKIP LOCKED could not be rolled back.", error)
    )
  )

const FIRST_ROW = `SELECT migration_id FROM ${MIGRATION_TABLE} ORDER BY migration_id LIMIT 1 FOR UPDATE`

const rejection = (reason: string) =>
  new DatabaseUnusable({
    message: `The database does not skip locked rows (${reason}), by which workers share deliveries: use PostgreSQL, or an engine whose SELECT … FOR UPDATE SKIP LOCKED does`
  })

/** A session that waits for the row, or cannot parse the clause, does not skip it. Any other error shows nothing about that. */
const refusalOf = (error: SqlError.SqlError) =>
  error.reason._tag === "LockTimeoutError" || error.reason._tag === "SqlSyntaxError"
    ? rejection(error.message)
    : new DatabaseUnusable({ message: `The database cannot be read (${error.message}): check the database` })

/** Whether one session skips the row that another has locked. The row exists once the schema is up to date. */
const skipsLockedRow = (sql: SqlClient.SqlClient): Effect.Effect<boolean, SqlError.SqlError> =>
  Effect.gen(function* () {
    const [holder, other] = [yield* sql.reserve, yield* sql.reserve]
    const readOther = Effect.andThen(
      run(other, "SET LOCAL lock_timeout = '1s'"),
      run(other, `${FIRST_ROW} SKIP LOCKED`)
    )
    const [[held], found] = yield* inTransaction(
      holder,
      Effect.all([run(holder, FIRST_ROW), inTransaction(other, readOther)])
    )
    return held !== undefined && !found.some(([id]) => id === held[0])
  }).pipe(Effect.scoped)

/** Another process that migrates locks the whole table meanwhile, and waits for this probe to end. */
const MAX_RETRIES = 5

const check = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const skips = yield* sql.onDialectOrElse({
    pg: () =>
      Effect.retry(skipsLockedRow(sql), {
        times: MAX_RETRIES,
        while: ({ reason }) => reason._tag === "LockTimeoutError"
      }),
    orElse: () => Effect.succeed(true)
  })
  if (!skips) return yield* rejection("a locked row was returned")
}).pipe(Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(error))))

/** Fails on an engine that accepts SKIP LOCKED and does not skip. Build it when the schema is up to date. */
export const layer = Layer.effectDiscard(check)
