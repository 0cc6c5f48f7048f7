import { Effect } from "effect"
import type { SqlClient, SqlConnection, SqlError, Statement } from "effect/sql"

type Rows = Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError.SqlError>

const setSynchronous = (writer: SqlConnection.Connection, level: "FULL" | "NORMAL") =>
  writer.executeValues(`PRAGMA synchronous = ${level}`, [])

/**
 * Runs one statement whose change may reach the disk with the next one that is synced. It is atomic and seen by everybody
 * at once, and outlives the process however that ends; a power failure may take it back, and then everything after it too.
 * On Postgres it is a statement like any other. To be used outside transactions, of which SQLite syncs all or none.
 */
export const runWithDeferredSync =
  (sql: SqlClient.SqlClient) =>
  (statement: Statement.Statement<unknown>): Rows =>
    sql.onDialectOrElse({
      pg: () => statement.values,
      // The writer is nobody else's meanwhile: what others commit is synced as ever.
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
