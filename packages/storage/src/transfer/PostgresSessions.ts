import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { APPLICATION_NAME } from "../postgres/ApplicationName.ts"

/** The number of other sessions of Landfall in a Postgres database: servers, workers and commands that use it. */
export const countOtherSessions = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const rows = yield* sql`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = ${APPLICATION_NAME} AND pid <> pg_backend_pid()`.values
  return Number(rows[0]?.[0] ?? 0)
})
