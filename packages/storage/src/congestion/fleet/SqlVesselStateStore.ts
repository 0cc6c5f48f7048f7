import { lastReceivedAtOf, type VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import {
  checkFleetParts,
  claimFleetParts,
  claimWholeFleet,
  FLEET_LEASE,
  type FleetLeases,
  type FleetParts,
  leaseNamesOf,
  PART_MULTIPLIER,
  partHoldersOf,
  releaseFleetParts
} from "@landfall/core/congestion/fleet/FleetParts"
import { decodeVesselState, encodeVesselState } from "@landfall/core/congestion/fleet/VesselStateCodec"
import {
  type DetectionBatch,
  type StoredStates,
  VesselStateStore
} from "@landfall/core/congestion/fleet/VesselStateStore"
import { Instant } from "@landfall/core/time/Instant"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import type { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makePortCallRecording } from "../ledger/PortCallRecording.ts"

const STATE_COLUMNS = jsonColumns({ mmsi: "BIGINT", heard_at: "BIGINT", imo: "TEXT", body: "TEXT" })

const VESSEL_COLUMNS = jsonColumns({ mmsi: "BIGINT" })

const LEASE_COLUMNS = jsonColumns({ name: "TEXT", watcher: "TEXT", leased_until: "BIGINT" })

const isText = Schema.is(Schema.String)

const NamedLeaseRow = Schema.Struct({ name: Schema.String, holder: DetectorId, expiresAt: Schema.Finite })

const toLeases = (rows: ReadonlyArray<typeof NamedLeaseRow.Type>): FleetLeases =>
  new Map(rows.map(({ name, holder, expiresAt }) => [name, { holder, expiresAt }]))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock
  const locks = rowLocks(sql)
  const recording = yield* makePortCallRecording

  const saveStates = Effect.fnUntraced(function* (states: ReadonlyArray<VesselState>) {
    if (states.length === 0) return
    const rows = states.map((state) => [
      state.mmsi,
      lastReceivedAtOf(state),
      state.profile.imo,
      encodeVesselState(state)
    ])
    yield* sql`INSERT INTO vessel_state (${sql.literal(STATE_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, STATE_COLUMNS, rows)} AS added WHERE 1 = 1 ORDER BY 1
      ON CONFLICT (mmsi) DO UPDATE SET
        heard_at = excluded.heard_at, imo = excluded.imo, body = excluded.body`
  })

  const deleteStates = Effect.fnUntraced(function* (vessels: ReadonlyArray<MmsiInteger>) {
    if (vessels.length === 0) return
    const rows = vessels.map((mmsi) => [mmsi])
    yield* sql`DELETE FROM vessel_state
      WHERE mmsi IN (SELECT mmsi FROM ${jsonRows(sql, VESSEL_COLUMNS, rows)} AS removed)`
  })

  const deleteLease = SqlSchema.void({
    Request: DetectorId,
    execute: (detector) => sql`DELETE FROM fleet_watch WHERE name = ${FLEET_LEASE} AND watcher = ${detector}`
  })

  // Locks are taken in the order of names, by claims and by transactions that store, so that none waits in a circle.
  const findLeases = (suffix: Statement.Fragment) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: NamedLeaseRow,
      execute: () =>
        sql`SELECT name, watcher AS holder, leased_until AS expires_at FROM fleet_watch ORDER BY name ${suffix}`
    })()
  const findNamedLeases = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: NamedLeaseRow,
    execute: (names) =>
      sql`SELECT name, watcher AS holder, leased_until AS expires_at FROM fleet_watch
        WHERE name IN ${sql.in(names)} ORDER BY name ${locks.forShare}`
  })

  const writeLeases = Effect.fnUntraced(function* (current: FleetLeases, next: FleetLeases) {
    const removed = [...current.keys()].filter((name) => !next.has(name))
    if (removed.length > 0) yield* sql`DELETE FROM fleet_watch WHERE name IN ${sql.in(removed)}`
    const changed = [...next].filter(([name, lease]) => current.get(name) !== lease)
    const rows = changed.map(([name, { holder, expiresAt }]) => [name, holder, Math.ceil(expiresAt)])
    if (rows.length === 0) return
    yield* sql`INSERT INTO fleet_watch (${sql.literal(LEASE_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, LEASE_COLUMNS, rows)} AS added WHERE 1 = 1
      ON CONFLICT (name) DO UPDATE SET watcher = excluded.watcher, leased_until = excluded.leased_until`
  })

  /** Locks all leases, and reads them. By name, because a lease may not exist yet. */
  const lockLeases = Effect.map(Effect.andThen(locks.lockName(FLEET_LEASE), findLeases(locks.forChange)), toLeases)

  const claim = Effect.fn("VesselStateStore.claim")(
    function* (detector: DetectorId, leaseMillis: number) {
      const current = yield* lockLeases
      const next = yield* Effect.fromResult(claimWholeFleet(current, detector, yield* clock.now, leaseMillis))
      yield* writeLeases(current, next)
    },
    sql.withTransaction,
    mapToStorageError("VesselStateStore.claim")
  )

  const claimParts = Effect.fn("VesselStateStore.claimParts")(
    function* (detector: DetectorId, leaseMillis: number, count: number) {
      const current = yield* lockLeases
      const { leases, ...parts } = yield* Effect.fromResult(
        claimFleetParts(current, detector, count, yield* clock.now, leaseMillis)
      )
      yield* writeLeases(current, leases)
      return parts
    },
    sql.withTransaction,
    mapToStorageError("VesselStateStore.claimParts")
  )

  const releaseParts = Effect.fn("VesselStateStore.releaseParts")(
    function* (detector: DetectorId, parts?: ReadonlyArray<number>) {
      const current = yield* lockLeases
      yield* writeLeases(current, releaseFleetParts(current, detector, parts))
    },
    sql.withTransaction,
    mapToStorageError("VesselStateStore.releaseParts")
  )

  const checkLeases = (detector: DetectorId, parts: FleetParts | undefined) =>
    Effect.flatMap(findNamedLeases(leaseNamesOf(parts)), (rows) =>
      Effect.fromResult(checkFleetParts(toLeases(rows), detector, parts))
    )

  /** A condition on `mmsi`: the rule of `fleetPartOf`. */
  const isOfParts = (parts: FleetParts | undefined) =>
    parts === undefined
      ? sql`1 = 1`
      : sql`mmsi * ${sql.literal(String(PART_MULTIPLIER))} % 4294967296 / 65536 % ${parts.count} + 1 IN ${sql.in(parts.parts)}`

  const save = Effect.fn("VesselStateStore.save")(
    function* ({ states, removed, calls, coverage }: DetectionBatch, detector: DetectorId, parts?: FleetParts) {
      yield* checkLeases(detector, parts)
      const changes = yield* recording.put(calls)
      yield* recording.addCoverage(coverage)
      yield* deleteStates(removed)
      yield* saveStates(states)
      return changes
    },
    (effect) => sql.withTransaction(effect),
    mapToStorageError("VesselStateStore.save")
  )

  // Reads values instead of row objects, because there are hundreds of thousands of rows.
  const toStates = (rows: ReadonlyArray<ReadonlyArray<unknown>>): StoredStates => {
    const states: Array<VesselState> = []
    for (const [body] of rows) {
      const state = isText(body) ? decodeVesselState(body) : Option.none()
      if (Option.isSome(state)) states.push(state.value)
    }
    return { states, unreadable: rows.length - states.length }
  }

  const load = Effect.map(sql`SELECT body FROM vessel_state`.values, toStates)

  const findNewest = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ newest: Schema.NullOr(Schema.Finite) }),
    execute: () => sql`SELECT MAX(heard_at) AS newest FROM vessel_state`
  })

  const findBody = SqlSchema.findOneOption({
    Request: Schema.Int,
    Result: Schema.Struct({ body: Schema.String }),
    execute: (mmsi) => sql`SELECT body FROM vessel_state WHERE mmsi = ${mmsi}`
  })

  const findBodyByImo = SqlSchema.findOneOption({
    Request: ImoNumber,
    Result: Schema.Struct({ body: Schema.String }),
    execute: (imo) => sql`SELECT body FROM vessel_state WHERE imo = ${imo} ORDER BY heard_at DESC, mmsi LIMIT 1`
  })

  const decodeBody = Option.flatMap(({ body }: { readonly body: string }) => decodeVesselState(body))

  const deleteBefore = (parts: FleetParts | undefined) =>
    SqlSchema.findAll({
      Request: Schema.Int,
      Result: Schema.Struct({ mmsi: Schema.Int }),
      execute: (before) =>
        sql`DELETE FROM vessel_state WHERE heard_at < ${before} AND ${isOfParts(parts)} RETURNING mmsi`
    })

  const deleteWaits = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Schema.Struct({ id: Schema.String }),
    execute: (before) => sql`DELETE FROM port_call WHERE wait_ended_at < ${before} RETURNING id`
  })

  return VesselStateStore.of({
    claim,
    release: Effect.fn("VesselStateStore.release")(
      (detector) => deleteLease(detector),
      mapToStorageError("VesselStateStore.release")
    ),
    claimParts,
    releaseParts,
    partHolders: Effect.gen(function* () {
      return partHoldersOf(toLeases(yield* findLeases(locks.unlocked)), yield* clock.now)
    }).pipe(mapToStorageError("VesselStateStore.partHolders"), Effect.withSpan("VesselStateStore.partHolders")),
    save,
    loadParts: Effect.fn("VesselStateStore.loadParts")(
      (parts) => Effect.map(sql`SELECT body FROM vessel_state WHERE ${isOfParts(parts)}`.values, toStates),
      mapToStorageError("VesselStateStore.loadParts")
    ),
    newestAt: Effect.map(findNewest(), ([row]) => Instant.make(row?.newest ?? 0)).pipe(
      mapToStorageError("VesselStateStore.newestAt"),
      Effect.withSpan("VesselStateStore.newestAt")
    ),
    load: load.pipe(mapToStorageError("VesselStateStore.load"), Effect.withSpan("VesselStateStore.load")),
    find: Effect.fn("VesselStateStore.find")(
      (mmsi) => Effect.map(findBody(mmsi), decodeBody),
      mapToStorageError("VesselStateStore.find")
    ),
    findByImo: Effect.fn("VesselStateStore.findByImo")(
      (imo) => Effect.map(findBodyByImo(imo), decodeBody),
      mapToStorageError("VesselStateStore.findByImo")
    ),
    prune: Effect.fn("VesselStateStore.prune")(
      (before, parts) => Effect.map(deleteBefore(parts)(before), (rows) => rows.length),
      mapToStorageError("VesselStateStore.prune")
    ),
    pruneWaits: Effect.fn("VesselStateStore.pruneWaits")(
      (before) => Effect.map(deleteWaits(before), (rows) => rows.length),
      mapToStorageError("VesselStateStore.pruneWaits")
    )
  })
})

/** Implements `VesselStateStore` on the tables `vessel_state` and `fleet_watch`, and on those of `SqlPortCallLog`. */
export const layer = Layer.effect(VesselStateStore, make)
