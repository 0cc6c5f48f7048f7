import { lastReceivedAtOf, type VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { checkFleetLease, claimFleetLease, DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { decodeVesselState, encodeVesselState } from "@landfall/core/congestion/fleet/VesselStateCodec"
import { type DetectionBatch, VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makePortCallRecording } from "../ledger/PortCallRecording.ts"

const STATE_COLUMNS = jsonColumns({ mmsi: "BIGINT", heard_at: "BIGINT", imo: "TEXT", body: "TEXT" })

const isText = Schema.is(Schema.String)

/** The name of the only lease in `fleet_watch`. */
const FLEET_LEASE_NAME = "fleet"

const FleetLeaseRow = Schema.Struct({ holder: DetectorId, expiresAt: Schema.Finite })

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

  const findLease = SqlSchema.findOneOption({
    Request: Schema.Void,
    Result: FleetLeaseRow,
    execute: () =>
      sql`SELECT watcher AS holder, leased_until AS expires_at FROM fleet_watch
        WHERE name = ${FLEET_LEASE_NAME} ${locks.forChange}`
  })
  const deleteLease = SqlSchema.void({
    Request: DetectorId,
    execute: (detector) => sql`DELETE FROM fleet_watch WHERE name = ${FLEET_LEASE_NAME} AND watcher = ${detector}`
  })

  const claim = Effect.fn("VesselStateStore.claim")(
    function* (detector: DetectorId, leaseMillis: number) {
      // Locked by name, because the row of the lease may not exist yet.
      yield* locks.lockName(FLEET_LEASE_NAME)
      const current = yield* findLease()
      const { holder, expiresAt } = yield* Effect.fromResult(
        claimFleetLease(current, detector, yield* clock.now, leaseMillis)
      )
      const row = { name: FLEET_LEASE_NAME, watcher: holder, leasedUntil: Math.ceil(expiresAt) }
      yield* sql`INSERT INTO fleet_watch ${sql.insert(row)}
        ON CONFLICT (name) DO UPDATE SET watcher = excluded.watcher, leased_until = excluded.leased_until`
    },
    sql.withTransaction,
    mapToStorageError("VesselStateStore.claim")
  )

  const save = Effect.fn("VesselStateStore.save")(
    function* ({ states, calls, coverage }: DetectionBatch, detector: DetectorId) {
      yield* Effect.fromResult(checkFleetLease(yield* findLease(), detector))
      const changes = yield* recording.put(calls)
      yield* recording.addCoverage(coverage)
      yield* saveStates(states)
      return changes
    },
    (effect) => sql.withTransaction(effect),
    mapToStorageError("VesselStateStore.save")
  )

  // Reads values instead of row objects, because there are hundreds of thousands of rows.
  const load = Effect.map(sql`SELECT body FROM vessel_state`.values, (rows) => {
    const states: Array<VesselState> = []
    for (const [body] of rows) {
      const state = isText(body) ? decodeVesselState(body) : Option.none()
      if (Option.isSome(state)) states.push(state.value)
    }
    return { states, unreadable: rows.length - states.length }
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

  const deleteBefore = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Schema.Struct({ mmsi: Schema.Int }),
    execute: (before) => sql`DELETE FROM vessel_state WHERE heard_at < ${before} RETURNING mmsi`
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
    save,
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
      (before) => Effect.map(deleteBefore(before), (rows) => rows.length),
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
