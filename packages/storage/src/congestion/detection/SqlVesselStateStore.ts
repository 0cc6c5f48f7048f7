import type { VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { decodeVesselState, encodeVesselState } from "@landfall/core/congestion/detection/VesselStateCodec"
import {
  type DetectionBatch,
  DetectorId,
  FleetLeaseHeld,
  NO_DETECTOR,
  VesselStateStore
} from "@landfall/core/congestion/detection/VesselStateStore"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makePortCallRecording } from "./PortCallRecording.ts"

const STATE_COLUMNS = jsonColumns({ mmsi: "BIGINT", heard_at: "BIGINT", body: "TEXT" })

const isText = Schema.is(Schema.String)

/** The one watch that there is. */
const FLEET_LEASE_NAME = "fleet"

const FleetLeaseRow = Schema.Struct({ watcher: DetectorId })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock
  const locks = rowLocks(sql)
  const recording = yield* makePortCallRecording

  const saveStates = Effect.fnUntraced(function* (states: ReadonlyArray<VesselState>) {
    if (states.length === 0) return
    const rows = states.map((state) => [state.mmsi, state.reorderBuffer.newest * 1000, encodeVesselState(state)])
    yield* sql`INSERT INTO vessel_state (${sql.literal(STATE_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, STATE_COLUMNS, rows)} AS added WHERE 1 = 1 ORDER BY 1
      ON CONFLICT (mmsi) DO UPDATE SET heard_at = excluded.heard_at, body = excluded.body`
  })

  const claimWatch = SqlSchema.findAll({
    Request: Schema.Struct({ watcher: DetectorId, now: Schema.Finite, until: Schema.Finite }),
    Result: FleetLeaseRow,
    execute: ({ watcher, now, until }) =>
      sql`INSERT INTO fleet_watch (name, watcher, leased_until) VALUES (${FLEET_LEASE_NAME}, ${watcher}, ${Math.ceil(until)})
        ON CONFLICT (name) DO UPDATE SET watcher = excluded.watcher, leased_until = excluded.leased_until
          WHERE fleet_watch.watcher = excluded.watcher OR fleet_watch.leased_until <= ${Math.floor(now)}
        RETURNING watcher`
  })
  const findWatch = SqlSchema.findAll({
    Request: Schema.Void,
    Result: FleetLeaseRow,
    execute: () => sql`SELECT watcher FROM fleet_watch WHERE name = ${FLEET_LEASE_NAME} ${locks.forChange}`
  })
  const dropWatch = SqlSchema.void({
    Request: DetectorId,
    execute: (watcher) => sql`DELETE FROM fleet_watch WHERE name = ${FLEET_LEASE_NAME} AND watcher = ${watcher}`
  })

  const watched = Effect.map(
    Effect.suspend(() => findWatch()),
    ([held]) => new FleetLeaseHeld({ watcher: held?.watcher ?? NO_DETECTOR })
  )

  const claim = Effect.fn("VesselStateStore.claim")(function* (watcher: DetectorId, leaseMillis: number) {
    const now = yield* clock.now
    const claimed = yield* claimWatch({ watcher, now, until: now + leaseMillis })
    if (claimed.length === 0) return yield* yield* watched
  }, mapToStorageError("VesselStateStore.claim"))

  const save = Effect.fn("VesselStateStore.save")(
    function* ({ states, calls, coverage }: DetectionBatch, watcher: DetectorId) {
      const held = yield* watched
      if (held.watcher !== watcher) return yield* held
      const changes = yield* recording.put(calls)
      yield* recording.cover(coverage)
      yield* saveStates(states)
      return changes
    },
    (effect) => sql.withTransaction(effect),
    mapToStorageError("VesselStateStore.save")
  )

  // By values: of hundreds of thousands of rows no object is made that lives for nothing else.
  const load = Effect.map(sql`SELECT body FROM vessel_state`.values, (rows) => {
    const states: Array<VesselState> = []
    for (const [body] of rows) {
      const state = isText(body) ? decodeVesselState(body) : Option.none()
      if (Option.isSome(state)) states.push(state.value)
    }
    return { states, unreadable: rows.length - states.length }
  })

  const dropBefore = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Schema.Struct({ mmsi: Schema.Int }),
    execute: (before) => sql`DELETE FROM vessel_state WHERE heard_at < ${before} RETURNING mmsi`
  })

  return VesselStateStore.of({
    claim,
    release: Effect.fn("VesselStateStore.release")(
      (watcher) => dropWatch(watcher),
      mapToStorageError("VesselStateStore.release")
    ),
    save,
    load: load.pipe(mapToStorageError("VesselStateStore.load"), Effect.withSpan("VesselStateStore.load")),
    prune: Effect.fn("VesselStateStore.forget")(
      (before) => Effect.map(dropBefore(before), (rows) => rows.length),
      mapToStorageError("VesselStateStore.forget")
    )
  })
})

/** `VesselStateStore` in the table `vessel_state`, with the calls of `SqlPortCallLog`. */
export const layer = Layer.effect(VesselStateStore, make)
