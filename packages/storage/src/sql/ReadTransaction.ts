import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Runs reads in one read-only snapshot of the database. */
export const readTransaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(reads: Effect.Effect<A, E, R>) =>
    sql
      .withTransaction(reads)
      .pipe(
        Effect.provideService(
          SqlClient.BeginTransaction,
          sql.onDialectOrElse({ pg: () => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", orElse: () => "BEGIN" })
        )
      )
