import type { LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Cells, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"

const HOUR_MILLIS = 3_600_000

const HOUR_COLUMNS = jsonColumns({
  endpoint_id: "TEXT",
  starts_at: "BIGINT",
  succeeded: "BIGINT",
  failed: "BIGINT",
  exhausted: "BIGINT",
  duration_millis: "BIGINT",
  longest_millis: "BIGINT"
})

interface HourTotals {
  readonly endpointId: EndpointId
  readonly startsAt: number
  succeeded: number
  failed: number
  exhausted: number
  durationMillis: number
  longestMillis: number
}

const hourCells = (outcomes: ReadonlyArray<LeaseOutcome>): ReadonlyArray<Cells> => {
  const hours = new Map<string, HourTotals>()
  for (const { lease, startedAt, durationMillis, next } of outcomes) {
    const { endpointId } = lease
    const startsAt = startedAt - (startedAt % HOUR_MILLIS)
    const key = `${endpointId} ${startsAt}`
    const none = { endpointId, startsAt, succeeded: 0, failed: 0, exhausted: 0, durationMillis: 0, longestMillis: 0 }
    const hour: HourTotals = hours.get(key) ?? none
    hours.set(key, hour)
    if (next._tag === "Succeed") hour.succeeded++
    else hour.failed++
    if (next._tag === "GiveUp" || next._tag === "DisableEndpoint") hour.exhausted++
    hour.durationMillis += durationMillis
    hour.longestMillis = Math.max(hour.longestMillis, durationMillis)
  }
  // Always in one order, so that two who count for the same endpoints do not wait for each other.
  return [...hours]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, hour]) => [
      hour.endpointId,
      hour.startsAt,
      hour.succeeded,
      hour.failed,
      hour.exhausted,
      hour.durationMillis,
      hour.longestMillis
    ])
}

/** Counts attempts by endpoint and hour; to be used inside a transaction. */
export const countAttempts = (sql: SqlClient.SqlClient, outcomes: ReadonlyArray<LeaseOutcome>) => {
  const greatest = sql.onDialectOrElse({ pg: () => sql.literal("GREATEST"), orElse: () => sql.literal("max") })
  return Effect.asVoid(sql`INSERT INTO endpoint_hour (${sql.literal(HOUR_COLUMNS.names)})
    SELECT * FROM ${jsonRows(sql, HOUR_COLUMNS, hourCells(outcomes))} AS added WHERE true
    ON CONFLICT (endpoint_id, starts_at) DO UPDATE SET
      succeeded = endpoint_hour.succeeded + excluded.succeeded,
      failed = endpoint_hour.failed + excluded.failed,
      exhausted = endpoint_hour.exhausted + excluded.exhausted,
      duration_millis = endpoint_hour.duration_millis + excluded.duration_millis,
      longest_millis = ${greatest}(endpoint_hour.longest_millis, excluded.longest_millis)`)
}
