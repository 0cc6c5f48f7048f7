import type { VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { decodeVesselState, encodeVesselState } from "@landfall/core/congestion/detection/VesselStateCodec"
import {
  type DetectedBatch,
  FleetWatched,
  NOBODY,
  VesselStateStore,
  WatcherId
} from "@landfall/core/congestion/detection/VesselStateStore"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columns, jsonRows } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { storageFaults } from "../../sql/StorageFaults.ts"
import { makeCallRecording } from "./CallRecording.ts"

const STATE_COLUMNS = columns({ mmsi: "BIGINT", heard_at: "BIGINT", body: "TEXT" })

const isText = Schema.is(Schema.String)

/** The one watch that there is. */
const FLEET = "fleet"

const Watch = Schema.Struct({ watcher: WatcherId })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock
  const locks = rowLocks(sql)
  const recording = yield* makeCallRecording

  const saveStates = Effect.fnUntraced(function* (states: ReadonlyArray<VesselState>) {
    if (states.length === 0) return
    const rows = states.map((state) => [state.mmsi, state.waiting.newest * 1000, encodeVesselState(state)])
    yield* sql`INSERT INTO vessel_state (${sql.literal(STATE_COLUMNS.names)})
      SELECT * FROM ${jsonRows(sql, STATE_COLUMNS, rows)} AS added WHERE 1 = 1 ORDER BY 1
      ON CONFLICT (mmsi) DO UPDATE SET heard_at = excluded.heard_at, body = excluded.body`
  })

  const claimWatch = SqlSchema.findAll({
    Request: Schema.Struct({ watcher: WatcherId, now: Schema.Finite, until: Schema.Finite }),
    Result: Watch,
    execute: ({ watcher, now, until }) =>
      sql`INSERT INTO fleet_watch (name, watcher, leased_until) VALUES (${FLEET}, ${watcher}, ${Math.ceil(until)})
        ON CONFLICT (name) DO UPDATE SET watcher = excluded.watcher, leased_until = excluded.leased_until
          WHERE fleet_watch.watcher = excluded.watcher OR fleet_watch.leased_until <= ${Math.floor(now)}
        RETURNING watcher`
  })
  const findWatch = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Watch,
    execute: () => sql`SELECT watcher FROM fleet_watch WHERE name = ${FLEET} ${locks.forChange}`
  })
  const dropWatch = SqlSchema.void({
    Request: WatcherId,
    execute: (watcher) => sql`DELETE FROM fleet_watch WHERE name = ${FLEET} AND watcher = ${watcher}`
  })

  const watched = Effect.map(
    Effect.suspend(() => findWatch()),
    ([held]) => new FleetWatched({ watcher: held?.watcher ?? NOBODY })
  )

  const claim = Effect.fn("VesselStateStore.claim")(function* (watcher: WatcherId, leaseMillis: number) {
    const now = yield* clock.now
    const claimed = yield* claimWatch({ watcher, now, until: now + leaseMillis })
    if (claimed.length === 0) return yield* yield* watched
  }, storageFaults("VesselStateStore.claim"))

  const save = Effect.fn("VesselStateStore.save")(
    function* ({ states, calls, coverage }: DetectedBatch, watcher: WatcherId) {
      const held = yield* watched
      if (held.watcher !== watcher) return yield* held
      const changes = yield* recording.put(calls)
      yield* recording.cover(coverage)
      yield* saveStates(states)
      return changes
    },
    (effect) => sql.withTransaction(effect),
    storageFaults("VesselStateStore.save")
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
      storageFaults("VesselStateStore.release")
    ),
    save,
    load: load.pipe(storageFaults("VesselStateStore.load"), Effect.withSpan("VesselStateStore.load")),
    forget: Effect.fn("VesselStateStore.forget")(
      (before) => Effect.map(dropBefore(before), (rows) => rows.length),
      storageFaults("VesselStateStore.forget")
    )
  })
})

/** `VesselStateStore` in the table `vessel_state`, with the calls of `SqlPortCallLog`. */
export const layer = Layer.effect(VesselStateStore, make)
