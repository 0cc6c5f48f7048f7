import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/**
 * Makes the statements of the current transaction on Postgres read by indexes, one row after the other. For statements that
 * change hundreds of rows by their keys: Postgres retains the plan of a prepared statement, and one that was made while the
 * table was small reads the whole table each time, until the table is analyzed.
 */
export const readByIndex = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError.SqlError> =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.asVoid(
        sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
          set_config('enable_mergejoin', 'off', true)`
      ),
    orElse: () => Effect.void
  })

/**
 * As `readByIndex`, for leases, whose transaction need not survive a crash of the server: a lease that is lost has
 * expired, and its outcome is rejected. The commit does not wait for the disk or a standby. The number of rows to read
 * of a queue is a column of the request, which the planner estimates as a tenth of the queue: a bitmap would then read
 * all of a long one.
 */
export const readByIndexForLeases = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError.SqlError> =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.asVoid(
        sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
          set_config('enable_mergejoin', 'off', true), set_config('enable_bitmapscan', 'off', true),
          set_config('synchronous_commit', 'off', true)`
      ),
    orElse: () => Effect.void
  })
