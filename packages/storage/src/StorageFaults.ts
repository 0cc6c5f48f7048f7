import { SecretUnreadable } from "@landfall/core/alerts/SecretBox"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Effect, Schema } from "effect"
import { SqlError } from "effect/sql"
import { SqliteCode, SqliteFailure } from "./sqlite/SqliteFailure.ts"

/** What passes by itself or when the operator makes room; the caller may try again. */
const PASSING: ReadonlySet<number> = new Set([
  SqliteCode.busy,
  SqliteCode.locked,
  SqliteCode.ioError,
  SqliteCode.full,
  SqliteCode.cannotOpen
])

const reasonOf = (error: SqlError.SqlError): StorageError["reason"] => {
  const cause = error.reason.cause
  const passing =
    cause instanceof SqliteFailure ? cause.code !== undefined && PASSING.has(cause.code) : error.isRetryable
  return passing ? "unavailable" : "fault"
}

type Broken = SqlError.SqlError | Schema.SchemaError | SecretUnreadable

const isOther = <E>(error: E): error is Exclude<E, Broken> =>
  !SqlError.isSqlError(error) && !Schema.isSchemaError(error) && !(error instanceof SecretUnreadable)

/**
 * Turns what breaks underneath a store into its one error, naming the port and method. A row that does not fit its
 * schema is a fault of ours or of whoever changed the database by hand; so is a secret that cannot be opened.
 */
export const storageFaults =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, Broken> | StorageError, R> =>
    Effect.mapError(effect, (error) =>
      isOther(error)
        ? error
        : new StorageError({ operation, reason: SqlError.isSqlError(error) ? reasonOf(error) : "fault", cause: error })
    )
