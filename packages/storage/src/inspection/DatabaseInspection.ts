import { DueBacklog } from "@landfall/core/alerts/delivery/DueBacklog"
import { WorkerHeartbeats } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import type { StoredEgressMode } from "@landfall/core/alerts/egress/EgressMode"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { Clock, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as SqlDueBacklog from "../alerts/delivery/SqlDueBacklog.ts"
import * as SqlWorkerHeartbeats from "../alerts/delivery/SqlWorkerHeartbeats.ts"
import { EGRESS_MODE_TABLE, readStoredMode } from "../alerts/egress/EgressModeRow.ts"
import * as SqlVesselStateStore from "../congestion/fleet/SqlVesselStateStore.ts"
import { hasMoveTable, MIGRATION_TABLE } from "../Migrations.ts"
import * as LeaseClock from "../sql/LeaseClock.ts"
import { hasTable } from "../sql/TableNames.ts"

/** The tables of a SQLite database, without those of SQLite itself. */
export const readTableNames = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name`.values,
    (rows) => rows.map(([name]) => String(name))
  )

/** Whether a database that is not migrated is one of Landfall, empty, or one of another program. */
export const findOwner = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const names = yield* sql.onDialectOrElse({
    pg: () =>
      Effect.map(sql`SELECT to_regclass(${MIGRATION_TABLE})::text`.values, ([row]) =>
        row?.[0] ? [MIGRATION_TABLE] : []
      ),
    orElse: () => readTableNames(sql)
  })
  if (names.includes(MIGRATION_TABLE)) return "landfall" as const
  return names.length === 0 ? ("nobody" as const) : ("another program" as const)
})

/** Whether the database has endpoints, whose secrets are encrypted. */
export const hasEndpoints = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`SELECT 1 FROM endpoint WHERE removed_at IS NULL LIMIT 1`.values, (rows) => rows.length > 0)

/** The URLs of enabled endpoints, of the newest ones at most `limit`. */
export const readEndpointUrls = (sql: SqlClient.SqlClient, limit: number) =>
  Effect.map(
    sql`SELECT url FROM endpoint WHERE removed_at IS NULL AND disabled = 0 ORDER BY id DESC LIMIT ${limit}`.values,
    (rows) => rows.map(([url]) => String(url))
  )

/** The egress mode, as a server has stored it; none before its start, and in the database of an earlier version. */
export const readEgressMode = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  return (yield* hasTable(sql, EGRESS_MODE_TABLE)) ? yield* readStoredMode(sql) : Option.none<StoredEgressMode>()
})

/** Fails when the database does not accept writes. Writes nothing. */
export const checkWritable = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () => Effect.map(sql`SHOW transaction_read_only`.values, (rows) => rows[0]?.[0] !== "on"),
    // The transaction takes the write lock.
    orElse: () => Effect.as(sql.withTransaction(Effect.void), true)
  })

/**
 * The milliseconds by which the clock of this machine is ahead of the database's. SQLite has no other clock: there, the
 * milliseconds by which the newest stored message is in the future, if it is.
 */
export const measureClockLead = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const startedAt = yield* Clock.currentTimeMillis
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint`.values,
    orElse: () => sql`SELECT created_at FROM message ORDER BY id DESC LIMIT 1`.values
  })
  const after = yield* Clock.currentTimeMillis
  const [other] = rows[0] ?? []
  if (typeof other !== "number") return 0
  const lead = (startedAt + after) / 2 - other
  return sql.onDialectOrElse({ pg: () => lead, orElse: () => Math.min(0, lead) })
})

/** The sessions that a Postgres server has and allows; none on SQLite. */
export const readSessionLimit = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.map(
        sql`SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
          current_setting('max_connections')::bigint`.values,
        ([row]) => Option.some({ used: Number(row?.[0]), most: Number(row?.[1]) })
      ),
    orElse: () => Effect.succeed(Option.none<{ readonly used: number; readonly most: number }>())
  })

/** Whether a move into the database was not finished. */
export const hasUnfinishedMove = hasMoveTable

/** The stores of a check, by the clock of Postgres or of this machine. */
const inspectionLayer = <A, E>(
  sql: SqlClient.SqlClient,
  layer: Layer.Layer<A, E, SqlClient.SqlClient | LeaseClock.LeaseClock>
) => {
  const clock = sql.onDialectOrElse({ pg: () => LeaseClock.postgresLayer, orElse: () => LeaseClock.processLayer })
  return layer.pipe(Layer.provide(clock), Layer.provide(Layer.succeed(SqlClient.SqlClient, sql)))
}

/** The deliveries that are due. */
export const measureBacklog = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(DueBacklog, ({ measure }) => measure).pipe(Effect.provide(inspectionLayer(sql, SqlDueBacklog.layer)))

/** The workers of the database. */
export const readWorkers = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(WorkerHeartbeats, ({ list }) => list).pipe(
    Effect.provide(inspectionLayer(sql, SqlWorkerHeartbeats.layer))
  )

/** The process that detects each part of a fleet that is divided; nothing when it is not. */
export const readPartHolders = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(VesselStateStore, ({ partHolders }) => partHolders).pipe(
    Effect.provide(inspectionLayer(sql, SqlVesselStateStore.layer))
  )
