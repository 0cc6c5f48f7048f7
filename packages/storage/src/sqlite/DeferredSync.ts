import { Effect } from "effect"
import type { SqlClient, SqlConnection, SqlError, Statement } from "effect/sql"

type Rows = Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError.SqlError>

const setSynchronous = (writer: SqlConnection.Connection, level: "FULL" | "NORMAL") =>
  writer.executeValues(`PRAGMA synchronous = ${level}`, [])

/**
 * Runs one statement whose change is synced to disk with the next synced commit. It is atomic, visible at once, and
 * survives a crash of the process; a power failure can lose it together with everything after it. On Postgres it is an
 * ordinary statement. For use outside transactions only.
 */
export const runWithDeferredSync =
  (sql: SqlClient.SqlClient) =>
  (statement: Statement.Statement<unknown>): Rows =>
    sql.onDialectOrElse({
      pg: () => statement.values,
      // The writer is reserved meanwhile, so that the commits of others are synced as usual.
      orElse: () =>
        Effect.scoped(
          Effect.flatMap(sql.reserve, (writer) =>
            Effect.acquireUseRelease(
              setSynchronous(writer, "NORMAL"),
              () => writer.executeValues(...statement.compile()),
              () => Effect.orDie(setSynchronous(writer, "FULL"))
            )
          )
        )
    })
