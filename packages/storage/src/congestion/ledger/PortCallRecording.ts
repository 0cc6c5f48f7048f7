import {
  changedPorts,
  type PortCall,
  type PortCallChange,
  portCallChanges
} from "@landfall/core/congestion/detection/PortCall"
import { combineCoverage, type PortCoverage } from "@landfall/core/congestion/detection/PortCoverage"
import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Cells, ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { makeRevisions, portRevisionName } from "../zones/Revisions.ts"
import { PORT_CALL_COLUMNS, PortCallRow, portCallCells, portCallOf } from "./PortCallRow.ts"

const CALL_KEY_COLUMNS = jsonColumns({ id: "TEXT", started_at: "BIGINT" })
const DAY_COLUMNS = jsonColumns({ port: "TEXT", day: "BIGINT", revision: "BIGINT" })
const DAY_KEY_COLUMNS = jsonColumns({ port: "TEXT", day: "BIGINT" })
const SKIPPED_COLUMNS = jsonColumns({ port: "TEXT", skipped_at: "BIGINT" })
const LAST_RECEIVED_COLUMNS = jsonColumns({ port: "TEXT", last_heard_at: "BIGINT", lag_seconds: "BIGINT" })

const PortDayRow = Schema.Struct({ port: Schema.String, day: Schema.Int })

/** Serialises recording: a batch raises the revisions of several ports, which would otherwise deadlock. */
const RECORDING_LOCK = "congestion"

/** Writes calls and coverage. The caller begins the transaction. */
export const makePortCallRecording = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)
  const revisions = yield* makeRevisions

  const findCalls = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: PortCallRow,
    execute: (ids) => {
      const rows = ids.map((id) => [id])
      return sql`SELECT body FROM port_call WHERE id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, rows)} AS requested)`
    }
  })
  const findNewDays = SqlSchema.findAll({
    Request: Schema.Array(PortDayRow),
    Result: PortDayRow,
    execute: (days) => {
      const rows = days.map(({ port, day }) => [port, day])
      return sql`SELECT added.port, added.day FROM ${jsonRows(sql, DAY_KEY_COLUMNS, rows)} AS added
        WHERE NOT EXISTS (SELECT 1 FROM port_day AS known WHERE known.port = added.port AND known.day = added.day)`
    }
  })

  const raiseRevisions = Effect.fnUntraced(function* (ports: Iterable<string>) {
    const next = new Map<string, number>()
    for (const port of ports) next.set(port, yield* revisions.next(portRevisionName(port)))
    return next
  })

  // On Postgres the beginning of a call belongs to the key, because it divides the calls by month.
  const key = sql.onDialectOrElse({ pg: () => sql.literal("id, started_at"), orElse: () => sql.literal("id") })

  const writeCalls = (rows: ReadonlyArray<Cells>) =>
    sql`INSERT INTO port_call (${sql.literal(PORT_CALL_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, PORT_CALL_COLUMNS, rows)} AS added WHERE 1 = 1
      ON CONFLICT (${key}) DO UPDATE SET port = excluded.port, started_at = excluded.started_at,
        ended_at = excluded.ended_at, revision = excluded.revision, body = excluded.body,
        vessel_imo = excluded.vessel_imo, vessel_mmsi = excluded.vessel_mmsi,
        wait_ended_at = excluded.wait_ended_at`

  /** Deletes the former rows of calls that begin at another instant now: the upsert finds a row by it on Postgres. */
  const deleteMoved = (changes: ReadonlyArray<PortCallChange>) => {
    const moved = changes.flatMap(({ after, before }) =>
      Option.match(before, {
        onNone: () => [],
        onSome: ({ id, startedAt }) => (startedAt === after.startedAt ? [] : [[id, startedAt]])
      })
    )
    if (moved.length === 0) return Effect.void
    return sql`DELETE FROM port_call WHERE (id, started_at) IN (
      SELECT id, started_at FROM ${jsonRows(sql, CALL_KEY_COLUMNS, moved)} AS moved)`
  }

  /** Stores calls and returns the changes. */
  const put = Effect.fnUntraced(function* (calls: ReadonlyArray<PortCall>) {
    if (calls.length === 0) return []
    yield* locks.lockName(RECORDING_LOCK)
    const stored = yield* findCalls([...new Set(calls.map(({ id }) => id))])
    const changes = portCallChanges(new Map(stored.map((row) => [row.body.id, portCallOf(row)])), calls)
    if (changes.length === 0) return changes
    const revisionOf = yield* raiseRevisions(changedPorts(changes))
    yield* deleteMoved(changes)
    yield* writeCalls(changes.map(({ after }) => portCallCells(after, revisionOf.get(after.port) ?? 0)))
    return changes
  })

  const addDays = Effect.fnUntraced(function* (days: ReadonlyArray<typeof PortDayRow.Type>) {
    const added = yield* findNewDays(days)
    if (added.length === 0) return
    const revisionOf = yield* raiseRevisions(new Set(added.map(({ port }) => port)))
    const rows = added.map(({ port, day }) => [port, day, revisionOf.get(port) ?? 0])
    yield* sql`INSERT INTO port_day (${sql.literal(DAY_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, DAY_COLUMNS, rows)} AS added WHERE 1 = 1 ON CONFLICT (port, day) DO NOTHING`
  })

  /** Adds covered days of ports, and advances the time of the last position of each. */
  const addCoverage = Effect.fnUntraced(function* (coverage: ReadonlyArray<PortCoverage>) {
    if (coverage.length === 0) return
    yield* locks.lockName(RECORDING_LOCK)
    const combined = combineCoverage(coverage)
    const days = combined.flatMap(({ port, days }) => days.map((day) => ({ port, day })))
    if (days.length > 0) yield* addDays(days)
    const received = combined.flatMap(({ lagSeconds, lastReceivedAt, port }) =>
      Option.toArray(Option.map(lastReceivedAt, (at) => [port, at, lagSeconds ?? null]))
    )
    if (received.length === 0) return
    yield* sql`INSERT INTO port_heard (${sql.literal(LAST_RECEIVED_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, LAST_RECEIVED_COLUMNS, received)} AS added WHERE 1 = 1
      ON CONFLICT (port) DO UPDATE SET last_heard_at = excluded.last_heard_at, lag_seconds = excluded.lag_seconds
        WHERE excluded.last_heard_at > port_heard.last_heard_at`
    const skipped = combined.flatMap(({ port, skippedAt }) => (skippedAt === undefined ? [] : [[port, skippedAt]]))
    if (skipped.length === 0) return
    yield* sql`UPDATE port_heard SET skipped_at = added.skipped_at
      FROM ${jsonRows(sql, SKIPPED_COLUMNS, skipped)} AS added
      WHERE port_heard.port = added.port AND COALESCE(port_heard.skipped_at, 0) < added.skipped_at`
  })

  return { put, addCoverage, revisions }
})
