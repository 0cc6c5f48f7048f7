import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Runs reads that must all see the same state of the database; nothing may be written inside. */
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
