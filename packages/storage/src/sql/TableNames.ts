import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Whether the database has a table of this name. */
export const hasTable = (sql: SqlClient.SqlClient, name: string) =>
  Effect.map(
    sql.onDialectOrElse({
      pg: () => sql`SELECT 1 WHERE to_regclass(${name}) IS NOT NULL`.values,
      orElse: () => sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${name}`.values
    }),
    (rows) => rows.length > 0
  )
