import { PortCallLog, type PortChanges, type StoredLedger } from "@landfall/core/congestion/figures/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { readTransaction } from "../../sql/ReadTransaction.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { portRevisionName } from "../zones/Revisions.ts"
import { makePortCallRecording } from "./PortCallRecording.ts"
import { PortCallRow } from "./PortCallRow.ts"

const SinceRevision = Schema.Struct({ port: Unlocode, since: Schema.Int, from: Instant })
const BetweenInstants = Schema.Struct({ port: Unlocode, from: Instant, to: Instant })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const recording = yield* makePortCallRecording

  const callsBetween = SqlSchema.findAll({
    Request: BetweenInstants,
    Result: PortCallRow,
    execute: ({ port, from, to }) =>
      sql`SELECT body FROM port_call
        WHERE port = ${port} AND started_at <= ${to} AND (ended_at IS NULL OR ended_at >= ${from})
        ORDER BY started_at, id`
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
  const heard = SqlSchema.findOneOption({
    Request: Unlocode,
    Result: Schema.Struct({ lastHeardAt: Instant }),
    execute: (port) => sql`SELECT last_heard_at FROM port_heard WHERE port = ${port}`
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
  const findBehind = SqlSchema.findAll({
    Request: Schema.Struct({ behind: Schema.Int, limit: Schema.Int }),
    Result: Schema.Struct({ port: Unlocode }),
    execute: ({ behind, limit }) =>
      sql`SELECT substr(now.name, 6) AS port FROM congestion_revision AS now
        LEFT JOIN port_ledger AS kept ON kept.port = substr(now.name, 6)
        WHERE now.name LIKE 'port %' AND (kept.port IS NULL OR now.revision - kept.revision >= ${behind})
        ORDER BY now.name LIMIT ${limit}`
  })
  const keepLedger = (port: Unlocode, { revision, text }: StoredLedger) =>
    sql`INSERT INTO port_ledger ${sql.insert({ port, revision, body: text })}
      ON CONFLICT (port) DO UPDATE SET revision = excluded.revision, body = excluded.body
        WHERE excluded.revision >= port_ledger.revision`

  const changes = Effect.fn("PortCallLog.changes")(
    function* (port: Unlocode, since: number, from: Instant) {
      const revision = yield* recording.revisions.current(portRevisionName(port))
      const last = Option.map(yield* heard(port), ({ lastHeardAt }) => lastHeardAt)
      const nothing: PortChanges = { revision, calls: [], coverage: { port, days: [], lastReceivedAt: last } }
      if (revision === since) return nothing
      const calls = yield* callsSince({ port, since, from })
      const days = yield* daysSince({ port, since, from })
      return {
        revision,
        calls: calls.map(({ body }) => body),
        coverage: { port, days: days.map(({ day }) => day), lastReceivedAt: last }
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
    addCoverage: Effect.fn("PortCallLog.cover")(
      (coverage) => sql.withTransaction(recording.cover(coverage)),
      mapToStorageError("PortCallLog.cover")
    ),
    calls: Effect.fn("PortCallLog.calls")(
      (port, from, to) => Effect.map(callsBetween({ port, from, to }), (rows) => rows.map(({ body }) => body)),
      mapToStorageError("PortCallLog.calls")
    ),
    changes,
    saveLedger: Effect.fn("PortCallLog.keepLedger")(
      (port, ledger) => Effect.asVoid(keepLedger(port, ledger)),
      mapToStorageError("PortCallLog.keepLedger")
    ),
    findLedger: Effect.fn("PortCallLog.keptLedger")(
      (port) =>
        Effect.map(
          findLedger(port),
          Option.map(({ revision, body }) => ({ revision, text: body }))
        ),
      mapToStorageError("PortCallLog.keptLedger")
    ),
    portsWithStaleLedger: Effect.fn("PortCallLog.portsBehind")(
      (behind, limit) => Effect.map(findBehind({ behind, limit }), (rows) => rows.map(({ port }) => port)),
      mapToStorageError("PortCallLog.portsBehind")
    ),
    ports: Effect.suspend(() => findPorts()).pipe(
      Effect.map((rows) => rows.map(({ name }) => Unlocode.make(name.slice("port ".length)))),
      mapToStorageError("PortCallLog.ports"),
      Effect.withSpan("PortCallLog.ports")
    )
  })
})

/** `PortCallLog` in the tables `port_call`, `port_day` and `port_heard`. */
export const layer = Layer.effect(PortCallLog, make)
