import {
  isLedgerStale,
  PortCallLog,
  type PortChanges,
  replacesLedger,
  type StoredLedger
} from "@landfall/core/congestion/ledger/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { readTransaction } from "../../sql/ReadTransaction.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { portRevisionName } from "../zones/Revisions.ts"
import { makePortCallRecording } from "./PortCallRecording.ts"
import { PortCallRow, portCallOf } from "./PortCallRow.ts"

const SinceRevision = Schema.Struct({ port: Unlocode, since: Schema.Int, from: Instant })
const BetweenInstants = Schema.Struct({ port: Unlocode, from: Instant, to: Instant })

const LatestOfVessel = Schema.Struct({ number: Schema.String, limit: Schema.Int })
const LatestAtPort = Schema.Struct({ port: Unlocode, limit: Schema.Int })

/** The duration from which a call is in the index `port_call_long`. */
const LONG_CALL_MILLIS = 30 * DAY_MILLIS

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // As in the condition of the index, which planners compare.
  const isLong = sql.literal(`ended_at IS NULL OR ended_at - started_at > ${LONG_CALL_MILLIS}`)
  const locks = rowLocks(sql)
  const recording = yield* makePortCallRecording

  const callsBetween = SqlSchema.findAll({
    Request: BetweenInstants,
    Result: PortCallRow,
    // Nearly all calls are short: those of a window began within 30 days before it. A port has calls of many years.
    execute: ({ port, from, to }) => {
      const started = sql`SELECT body, started_at, id FROM port_call WHERE port = ${port} AND started_at <= ${to}`
      return sql`SELECT body FROM (
          ${started} AND started_at >= ${from - LONG_CALL_MILLIS} AND ended_at >= ${from} AND NOT (${isLong})
          UNION ALL ${started} AND (${isLong}) AND (ended_at IS NULL OR ended_at >= ${from})
        ) AS present ORDER BY started_at, id`
    }
  })
  const callsSince = SqlSchema.findAll({
    Request: SinceRevision,
    Result: PortCallRow,
    execute: ({ port, since, from }) =>
      sql`SELECT body FROM port_call
        WHERE port = ${port} AND revision > ${since} AND (ended_at IS NULL OR ended_at >= ${from})
        ORDER BY started_at, id`
  })
  const daysSince = SqlSchema.findAll({
    Request: SinceRevision,
    Result: Schema.Struct({ day: Schema.Int }),
    execute: ({ port, since }) =>
      sql`SELECT day FROM port_day WHERE port = ${port} AND revision > ${since} ORDER BY day`
  })
  const findLastReceived = SqlSchema.findOneOption({
    Request: Unlocode,
    Result: Schema.Struct({
      lastReceivedAt: Instant,
      lagSeconds: Schema.OptionFromNullOr(Schema.Int),
      skippedAt: Schema.OptionFromNullOr(Instant)
    }),
    execute: (port) =>
      sql`SELECT last_heard_at AS last_received_at, lag_seconds, skipped_at FROM port_heard WHERE port = ${port}`
  })
  const latestOfImo = SqlSchema.findAll({
    Request: LatestOfVessel,
    Result: PortCallRow,
    execute: ({ number, limit }) =>
      sql`SELECT body FROM port_call WHERE vessel_imo = ${number} ORDER BY started_at DESC LIMIT ${limit}`
  })
  const latestOfMmsi = SqlSchema.findAll({
    Request: LatestOfVessel,
    Result: PortCallRow,
    execute: ({ number, limit }) =>
      sql`SELECT body FROM port_call WHERE vessel_mmsi = ${number} ORDER BY started_at DESC LIMIT ${limit}`
  })
  const latestAt = SqlSchema.findAll({
    Request: LatestAtPort,
    Result: PortCallRow,
    execute: ({ port, limit }) =>
      sql`SELECT body FROM port_call WHERE port = ${port} ORDER BY started_at DESC LIMIT ${limit}`
  })
  const findPorts = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ name: Schema.String.check(Schema.isStartingWith("port ")) }),
    execute: () => sql`SELECT name FROM congestion_revision WHERE name LIKE 'port %' ORDER BY name`
  })

  const findLedger = SqlSchema.findOneOption({
    Request: Unlocode,
    Result: Schema.Struct({ revision: Schema.Int, body: Schema.String }),
    execute: (port) => sql`SELECT revision, body FROM port_ledger WHERE port = ${port}`
  })
  const findLedgerRevisions = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({
      port: Unlocode,
      revision: Schema.Int,
      ledgerRevision: Schema.OptionFromNullOr(Schema.Int)
    }),
    execute: () =>
      sql`SELECT substr(known.name, 6) AS port, known.revision, ledger.revision AS ledger_revision
        FROM congestion_revision AS known LEFT JOIN port_ledger AS ledger ON ledger.port = substr(known.name, 6)
        WHERE known.name LIKE 'port %' ORDER BY known.name`
  })
  const findLedgerRevision = SqlSchema.findOneOption({
    Request: Unlocode,
    Result: Schema.Struct({ revision: Schema.Int }),
    execute: (port) => sql`SELECT revision FROM port_ledger WHERE port = ${port}`
  })
  const saveLedger = Effect.fnUntraced(function* (port: Unlocode, ledger: StoredLedger) {
    yield* locks.lockName(`ledger of ${port}`)
    if (!replacesLedger(yield* findLedgerRevision(port), ledger)) return
    yield* sql`INSERT INTO port_ledger ${sql.insert({ port, revision: ledger.revision, body: ledger.text })}
      ON CONFLICT (port) DO UPDATE SET revision = excluded.revision, body = excluded.body`
  })

  const changes = Effect.fn("PortCallLog.changes")(
    function* (port: Unlocode, since: number, from: Instant) {
      const revision = yield* recording.revisions.current(portRevisionName(port))
      const last = yield* findLastReceived(port)
      const lagSeconds = Option.getOrUndefined(Option.flatMap(last, ({ lagSeconds }) => lagSeconds))
      const skippedAt = Option.getOrUndefined(Option.flatMap(last, ({ skippedAt }) => skippedAt))
      const reception = {
        lastReceivedAt: Option.map(last, ({ lastReceivedAt }) => lastReceivedAt),
        ...(lagSeconds === undefined ? {} : { lagSeconds }),
        ...(skippedAt === undefined ? {} : { skippedAt })
      }
      const unchanged: PortChanges = { revision, calls: [], coverage: { port, days: [], ...reception } }
      if (revision === since) return unchanged
      const calls = yield* callsSince({ port, since, from })
      const days = yield* daysSince({ port, since, from })
      return {
        revision,
        calls: calls.map(portCallOf),
        coverage: { port, days: days.map(({ day }) => day), ...reception }
      }
    },
    (effect) => readTransaction(sql)(effect),
    mapToStorageError("PortCallLog.changes")
  )

  return PortCallLog.of({
    put: Effect.fn("PortCallLog.put")(
      (calls) => sql.withTransaction(recording.put(calls)),
      mapToStorageError("PortCallLog.put")
    ),
    addCoverage: Effect.fn("PortCallLog.addCoverage")(
      (coverage) => sql.withTransaction(recording.addCoverage(coverage)),
      mapToStorageError("PortCallLog.addCoverage")
    ),
    calls: Effect.fn("PortCallLog.calls")(
      (port, from, to) => Effect.map(callsBetween({ port, from, to }), (rows) => rows.map(portCallOf)),
      mapToStorageError("PortCallLog.calls")
    ),
    latestOfVessel: Effect.fn("PortCallLog.latestOfVessel")(
      (vessel, limit) =>
        Effect.map(
          vessel._tag === "Imo"
            ? latestOfImo({ number: vessel.imo, limit })
            : latestOfMmsi({ number: vessel.mmsi, limit }),
          (rows) => rows.map(portCallOf)
        ),
      mapToStorageError("PortCallLog.latestOfVessel")
    ),
    latestAt: Effect.fn("PortCallLog.latestAt")(
      (port, limit) => Effect.map(latestAt({ port, limit }), (rows) => rows.map(portCallOf)),
      mapToStorageError("PortCallLog.latestAt")
    ),
    changes,
    saveLedger: Effect.fn("PortCallLog.saveLedger")(
      (port, ledger) => sql.withTransaction(saveLedger(port, ledger)),
      mapToStorageError("PortCallLog.saveLedger")
    ),
    findLedger: Effect.fn("PortCallLog.findLedger")(
      (port) =>
        Effect.map(
          findLedger(port),
          Option.map(({ revision, body }) => ({ revision, text: body }))
        ),
      mapToStorageError("PortCallLog.findLedger")
    ),
    portsWithStaleLedger: Effect.fn("PortCallLog.portsWithStaleLedger")(
      (behind, limit) =>
        Effect.map(findLedgerRevisions(), (rows) =>
          rows
            .filter((row) => isLedgerStale(row, behind))
            .slice(0, limit)
            .map(({ port }) => port)
        ),
      mapToStorageError("PortCallLog.portsWithStaleLedger")
    ),
    ports: Effect.suspend(() => findPorts()).pipe(
      Effect.map((rows) => rows.map(({ name }) => Unlocode.make(name.slice("port ".length)))),
      mapToStorageError("PortCallLog.ports"),
      Effect.withSpan("PortCallLog.ports")
    )
  })
})

/** `PortCallLog` in the tables `port_call`, `port_day`, `port_heard` and `port_ledger`. */
export const layer = Layer.effect(PortCallLog, make)
