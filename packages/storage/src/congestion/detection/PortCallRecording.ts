import type { PortCall, PortCallChange } from "@landfall/core/congestion/detection/PortCall"
import type { PortCoverage } from "@landfall/core/congestion/detection/PortCoverage"
import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Cells, ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { makeRevisions, portRevisionName } from "../zones/Revisions.ts"
import { encodePortCall, PORT_CALL_COLUMNS, PortCallRow, portCallCells } from "./PortCallRow.ts"

const DAY_COLUMNS = jsonColumns({ port: "TEXT", day: "BIGINT", revision: "BIGINT" })
const DAY_KEY_COLUMNS = jsonColumns({ port: "TEXT", day: "BIGINT" })
const LAST_RECEIVED_COLUMNS = jsonColumns({ port: "TEXT", last_heard_at: "BIGINT" })

const PortDayRow = Schema.Struct({ port: Schema.String, day: Schema.Int })

/** Whoever records calls says this name first: calls go to several ports, whose revisions would be taken crosswise. */
const RECORDING_LOCK = "congestion"

const portsIn = (entries: Iterable<{ readonly port: string }>): ReadonlyArray<string> => [
  ...new Set([...entries].map(({ port }) => port))
]

/** Writes calls and coverage within a transaction that somebody else began. */
export const makePortCallRecording = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)
  const revisions = yield* makeRevisions

  const findCalls = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: PortCallRow,
    execute: (ids) => {
      const rows = ids.map((id) => [id])
      return sql`SELECT body FROM port_call WHERE id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, rows)} AS asked)`
    }
  })
  const findNewDays = SqlSchema.findAll({
    Request: Schema.Array(PortDayRow),
    Result: PortDayRow,
    execute: (days) => {
      const rows = days.map(({ port, day }) => [port, day])
      return sql`SELECT asked.port, asked.day FROM ${jsonRows(sql, DAY_KEY_COLUMNS, rows)} AS asked
        WHERE NOT EXISTS (SELECT 1 FROM port_day AS known WHERE known.port = asked.port AND known.day = asked.day)`
    }
  })

  const nextRevisions = Effect.fnUntraced(function* (ports: ReadonlyArray<string>) {
    const next = new Map<string, number>()
    for (const port of ports) next.set(port, yield* revisions.next(portRevisionName(port)))
    return next
  })

  const writeCalls = (rows: ReadonlyArray<Cells>) =>
    sql`INSERT INTO port_call (${sql.literal(PORT_CALL_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, PORT_CALL_COLUMNS, rows)} AS added WHERE 1 = 1
      ON CONFLICT (id) DO UPDATE SET port = excluded.port, started_at = excluded.started_at,
        ended_at = excluded.ended_at, revision = excluded.revision, body = excluded.body`

  /** Puts calls in; of several under one id the last. Answers what changed. */
  const put = Effect.fnUntraced(function* (calls: ReadonlyArray<PortCall>) {
    if (calls.length === 0) return []
    yield* locks.lockName(RECORDING_LOCK)
    const after = new Map(calls.map((call) => [call.id, call]))
    const stored = yield* findCalls([...after.keys()])
    const before = new Map(stored.map(({ body }) => [body.id, body]))
    const changes: ReadonlyArray<PortCallChange> = [...after.values()].flatMap((call) => {
      const known = Option.fromUndefinedOr(before.get(call.id))
      return Option.exists(known, (body) => encodePortCall(body) === encodePortCall(call))
        ? []
        : [{ before: known, after: call }]
    })
    if (changes.length === 0) return changes
    const next = yield* nextRevisions(portsIn(changes.map((change) => change.after)))
    yield* writeCalls(changes.map((change) => portCallCells(change.after, next.get(change.after.port) ?? 0)))
    return changes
  })

  const addDays = Effect.fnUntraced(function* (days: ReadonlyArray<typeof PortDayRow.Type>) {
    const added = yield* findNewDays(days)
    if (added.length === 0) return
    const next = yield* nextRevisions(portsIn(added))
    const rows = added.map(({ port, day }) => [port, day, next.get(port) ?? 0])
    yield* sql`INSERT INTO port_day (${sql.literal(DAY_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, DAY_COLUMNS, rows)} AS added WHERE 1 = 1 ON CONFLICT (port, day) DO NOTHING`
  })

  /** Adds days on which ports were heard, and when each was heard last. */
  const cover = Effect.fnUntraced(function* (coverage: ReadonlyArray<PortCoverage>) {
    if (coverage.length === 0) return
    yield* locks.lockName(RECORDING_LOCK)
    const days = new Map(
      coverage.flatMap(({ port, days }) => days.map((day) => [`${port} ${day}`, { port, day }] as const))
    )
    if (days.size > 0) yield* addDays([...days.values()])
    const heard = new Map<string, number>()
    for (const { port, lastReceivedAt } of coverage) {
      if (Option.isSome(lastReceivedAt)) heard.set(port, Math.max(heard.get(port) ?? 0, lastReceivedAt.value))
    }
    if (heard.size === 0) return
    yield* sql`INSERT INTO port_heard (${sql.literal(LAST_RECEIVED_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, LAST_RECEIVED_COLUMNS, [...heard])} AS added WHERE 1 = 1
      ON CONFLICT (port) DO UPDATE SET last_heard_at = excluded.last_heard_at
        WHERE excluded.last_heard_at > port_heard.last_heard_at`
  })

  return { put, cover, revisions }
})
