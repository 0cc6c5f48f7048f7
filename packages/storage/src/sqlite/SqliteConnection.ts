import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"
import { Duration, Effect, Option, Schedule, Stream } from "effect"
import { constVoid } from "effect/Function"
import { type SqlConnection, SqlError } from "effect/sql"
import { SqliteCode, SqliteFailure } from "../sql/SqliteFailure.ts"
import { DatabaseFileMoved } from "./FileIdentity.ts"
import { LruCache } from "./LruCache.ts"

/** The maximum number of prepared statements that one connection caches. */
export const STATEMENT_CAPACITY = 200

const LONGEST_LOCK_RETRY = Duration.millis(25)

/**
 * The wait for another process that has locked the database: about ten seconds, in steps from 1 ms to 25 ms. SQLite's
 * own `busy_timeout` blocks the whole process and is short for that reason; during this wait other fibers run.
 */
const lockRetrySchedule = Schedule.exponential("1 millis", 1.5).pipe(
  Schedule.modifyDelay(({ duration }) => Effect.succeed(Duration.min(duration, LONGEST_LOCK_RETRY))),
  Schedule.upTo({ times: 400 })
)

const isLocked = (error: SqlError.SqlError): boolean =>
  error.reason.cause instanceof SqliteFailure && error.reason.cause.code === SqliteCode.busy

const isDamage = ({ reason: { cause } }: SqlError.SqlError): boolean =>
  cause instanceof SqliteFailure && (cause.code === SqliteCode.corrupt || cause.code === SqliteCode.notADatabase)

/** An error thrown by `node:sqlite`, as the error of `effect/sql`. */
const toSqlError = (cause: unknown, operation: string): SqlError.SqlError => {
  if (cause instanceof DatabaseFileMoved) {
    return new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause, message: cause.message, operation }) })
  }
  const failure = new SqliteFailure(cause)
  return new SqlError.SqlError({
    reason: SqlError.classifySqliteError(failure, { message: failure.message, operation })
  })
}

/** A connection of `effect/sql` over an open database. Every statement runs synchronously, as SQLite does. */
export interface SqliteConnection extends SqlConnection.Connection {
  readonly inTransaction: () => boolean
  /** The number of cached prepared statements. */
  readonly preparedCount: () => number
}

// `effect/sql` passes untyped parameters; `node:sqlite` rejects every other value that SQLite cannot bind.
const isBindable = (parameter: unknown): parameter is SQLInputValue => parameter !== undefined

const requireBindable = (parameters: ReadonlyArray<unknown>): ReadonlyArray<SQLInputValue> => {
  if (parameters.every(isBindable)) return parameters
  throw new TypeError(`Parameter ${parameters.findIndex((parameter) => !isBindable(parameter)) + 1} is undefined`)
}

const rowsOf = (statement: StatementSync, parameters: ReadonlyArray<unknown>) =>
  statement.all(...requireBindable(parameters))

const valuesOf = (statement: StatementSync, parameters: ReadonlyArray<unknown>): ReadonlyArray<Array<unknown>> => {
  statement.setReturnArrays(true)
  try {
    // The types of `node:sqlite` do not follow `setReturnArrays`; each row is an array now.
    const rows: ReadonlyArray<unknown> = statement.all(...requireBindable(parameters))
    return rows.filter((row) => Array.isArray(row))
  } finally {
    statement.setReturnArrays(false)
  }
}

const BEGIN_STATEMENT = /^\s*BEGIN\b/i
const COMMIT_STATEMENT = /^\s*COMMIT\b/i

/**
 * A connection over an open database. `findMove` finds whether the file was moved: then no transaction commits, and no
 * single statement runs. `onDamage` is called when a statement finds the database damaged, and `onCommit` when one has
 * ended after which no transaction is open.
 */
export const makeSqliteConnection = (
  database: DatabaseSync,
  findMove: () => Option.Option<DatabaseFileMoved> = Option.none,
  onDamage: () => void = constVoid,
  onCommit: () => void = constVoid
): SqliteConnection => {
  const statements = new LruCache<StatementSync>(STATEMENT_CAPACITY)
  const prepare = (sql: string) => database.prepare(sql)

  const prepared = (sql: string): StatementSync => {
    const cached = statements.get(sql)
    if (cached !== undefined) return cached
    const statement = prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  const requireFile = (sql: string): void => {
    if (database.isTransaction ? !COMMIT_STATEMENT.test(sql) : BEGIN_STATEMENT.test(sql)) return
    const move = findMove()
    if (Option.isSome(move)) throw move.value
  }

  const attempt = <A>(sql: string, run: () => A): Effect.Effect<A, SqlError.SqlError> => {
    const once = Effect.try({
      try: () => {
        requireFile(sql)
        const result = run()
        if (!database.isTransaction) onCommit()
        return result
      },
      catch: (cause) => {
        const error = toSqlError(cause, "execute")
        if (isDamage(error)) onDamage()
        return error
      }
    })
    const withRetry = Effect.retry(once, { schedule: lockRetrySchedule, while: isLocked })
    // Inside a transaction the lock is already held: an error there fails the transaction.
    return Effect.suspend(() => (database.isTransaction ? once : withRetry))
  }

  const execute: SqlConnection.Connection["execute"] = (sql, parameters, transformRows) =>
    attempt(sql, () => {
      const rows = rowsOf(prepared(sql), parameters)
      return transformRows === undefined ? rows : transformRows(rows)
    })

  return {
    inTransaction: () => database.isTransaction,
    preparedCount: () => statements.size,
    execute,
    executeRaw: (sql, parameters) => execute(sql, parameters, undefined),
    executeUnprepared: (sql, parameters, transformRows) =>
      attempt(sql, () => {
        const rows = rowsOf(prepare(sql), parameters)
        return transformRows === undefined ? rows : transformRows(rows)
      }),
    executeValues: (sql, parameters) => attempt(sql, () => valuesOf(prepared(sql), parameters)),
    executeValuesUnprepared: (sql, parameters) => attempt(sql, () => valuesOf(prepare(sql), parameters)),
    executeStream: (sql, parameters, transformRows) =>
      Stream.fromIterableEffect(execute(sql, parameters, transformRows))
  }
}
