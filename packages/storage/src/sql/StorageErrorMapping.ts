import { SecretUnreadable } from "@landfall/core/alerts/sending/SecretBox"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Effect, Predicate, Schema } from "effect"
import { SqlError } from "effect/sql"
import { SqliteCode, SqliteFailure } from "./SqliteFailure.ts"

/** Codes of transient errors, which pass by themselves or when the operator frees disk space. */
const TRANSIENT_CODES: ReadonlySet<number> = new Set([
  SqliteCode.busy,
  SqliteCode.locked,
  SqliteCode.ioError,
  SqliteCode.full,
  SqliteCode.cannotOpen
])

/** The result code of a change that a trigger rejects, as the fence of an account does that moves to another cell. */
const REJECTED_BY_TRIGGER = 1811

/**
 * SQLSTATEs of transient errors of Postgres, by class or in full (postgresql.org/docs/current/errcodes-appendix.html): lost
 * connections, insufficient resources or disk space, a server that is starting or stopping or that ends a connection for
 * its operator, I/O errors, a standby that accepts no writes, sessions, locks and statements that reach a time limit, and
 * changes of an account that moves to another cell.
 */
const TRANSIENT_SQLSTATES = /^(?:08|53|57P0[1-35]|58030|25006|25P0[34]|55P03|57014|LF001)/

const sqlStateOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""

const isTransient = (error: SqlError.SqlError): boolean => {
  const { cause } = error.reason
  if (cause instanceof SqliteFailure) {
    return cause.errno === REJECTED_BY_TRIGGER || (cause.code !== undefined && TRANSIENT_CODES.has(cause.code))
  }
  return error.isRetryable || TRANSIENT_SQLSTATES.test(sqlStateOf(cause))
}

type UnderlyingError = SqlError.SqlError | Schema.SchemaError | SecretUnreadable

/** The failure of a statement, with the port and method that ran it. */
export const storageErrorOf = (operation: string, error: unknown): StorageError =>
  new StorageError({
    operation,
    reason: SqlError.isSqlError(error) && isTransient(error) ? "unavailable" : "fault",
    cause: error
  })

const isDomainError = <E>(error: E): error is Exclude<E, UnderlyingError> =>
  !SqlError.isSqlError(error) && !Schema.isSchemaError(error) && !(error instanceof SecretUnreadable)

/**
 * Maps any failure of a store to `StorageError`, with the port and method. A row that does not match its schema is a
 * `fault`: a defect of the program, or a manual change of the database. So is a secret that cannot be decrypted.
 */
export const mapToStorageError =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, UnderlyingError> | StorageError, R> =>
    Effect.mapError(effect, (error) => (isDomainError(error) ? error : storageErrorOf(operation, error)))
