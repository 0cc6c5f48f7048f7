import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { TableLayout } from "./TableLayout.ts"

const inTransaction = <A, E, R>(
  sql: SqlClient.SqlClient,
  prepare: ReadonlyArray<string>,
  effect: Effect.Effect<A, E, R>
) =>
  sql.withTransaction(
    Effect.andThen(
      sql.onDialectOrElse({
        pg: () => Effect.forEach(prepare, (statement) => sql`${sql.literal(statement)}`.unprepared, { discard: true }),
        orElse: () => Effect.void
      }),
      effect
    )
  )

/** Runs an effect on one state of a Postgres database, while others read and write. */
export const withSnapshot = <A, E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E, R>) =>
  inTransaction(sql, ["SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"], effect)

/**
 * Runs an effect while no other process can write. On SQLite, no other process can read either when the client is
 * exclusive.
 */
export const withFrozenTables = <A, E, R>(
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<TableLayout>,
  effect: Effect.Effect<A, E, R>
) =>
  inTransaction(
    sql,
    [
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
      `LOCK TABLE ${tables.map(({ name }) => `"${name}"`).join(", ")} IN SHARE MODE`
    ],
    effect
  )
