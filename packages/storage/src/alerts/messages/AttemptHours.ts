import type { LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { countAttempts } from "@landfall/core/alerts/operations/EndpointStats"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"

const HOUR_COLUMNS = jsonColumns({
  endpoint_id: "TEXT",
  starts_at: "BIGINT",
  succeeded: "BIGINT",
  failed: "BIGINT",
  exhausted: "BIGINT",
  duration_millis: "BIGINT",
  longest_millis: "BIGINT"
})

/**
 * Adds attempts to the figures of their endpoint and hour. To be run in a transaction. Rows are written in the order of
 * their keys, so that two transactions never wait for each other.
 */
export const addAttemptHours = (sql: SqlClient.SqlClient, outcomes: ReadonlyArray<LeaseOutcome>) => {
  const greatest = sql.onDialectOrElse({ pg: () => sql.literal("GREATEST"), orElse: () => sql.literal("max") })
  const rows = countAttempts(outcomes).map(({ endpointId, hour }) => [
    endpointId,
    hour.startsAt,
    hour.succeeded,
    hour.failed,
    hour.exhausted,
    hour.durationMillis,
    hour.longestMillis
  ])
  return Effect.asVoid(sql`INSERT INTO endpoint_hour (${sql.literal(HOUR_COLUMNS.names)})
    SELECT * FROM ${jsonRows(sql, HOUR_COLUMNS, rows)} AS added WHERE true
    ON CONFLICT (endpoint_id, starts_at) DO UPDATE SET
      succeeded = endpoint_hour.succeeded + excluded.succeeded,
      failed = endpoint_hour.failed + excluded.failed,
      exhausted = endpoint_hour.exhausted + excluded.exhausted,
      duration_millis = endpoint_hour.duration_millis + excluded.duration_millis,
      longest_millis = ${greatest}(endpoint_hour.longest_millis, excluded.longest_millis)`)
}
