import type { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import type { FleetParts } from "@landfall/core/congestion/fleet/FleetParts"
import { type DetectionBatch, VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { Instant } from "@landfall/core/time/Instant"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makePortCallRecording } from "../ledger/PortCallRecording.ts"
import { makeFleetLeaseRows } from "./FleetLeaseRows.ts"
import { makeVesselStateRows } from "./VesselStateRows.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const leases = makeFleetLeaseRows(sql, yield* LeaseClock)
  const states = makeVesselStateRows(sql)
  const recording = yield* makePortCallRecording

  const save = Effect.fn("VesselStateStore.save")(
    function* (batch: DetectionBatch, detector: DetectorId, parts?: FleetParts) {
      yield* leases.checkLeases(detector, parts)
      const changes = yield* recording.put(batch.calls)
      yield* recording.addCoverage(batch.coverage)
      yield* states.deleteStates(batch.removed)
      yield* states.saveStates(batch.states)
      return changes
    },
    (effect) => sql.withTransaction(effect),
    mapToStorageError("VesselStateStore.save")
  )

  const deleteWaits = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Schema.Struct({ id: Schema.String }),
    execute: (before) => sql`DELETE FROM port_call WHERE wait_ended_at < ${before} RETURNING id`
  })

  return VesselStateStore.of({
    claim: leases.claim,
    release: leases.release,
    claimParts: leases.claimParts,
    releaseParts: leases.releaseParts,
    partHolders: leases.partHolders,
    save,
    loadParts: Effect.fn("VesselStateStore.loadParts")(
      (parts) => states.loadParts(parts),
      mapToStorageError("VesselStateStore.loadParts")
    ),
    newestAt: Effect.map(states.findNewest, (newest) => Instant.make(newest)).pipe(
      mapToStorageError("VesselStateStore.newestAt"),
      Effect.withSpan("VesselStateStore.newestAt")
    ),
    load: states.load.pipe(mapToStorageError("VesselStateStore.load"), Effect.withSpan("VesselStateStore.load")),
    find: Effect.fn("VesselStateStore.find")((mmsi) => states.find(mmsi), mapToStorageError("VesselStateStore.find")),
    findByImo: Effect.fn("VesselStateStore.findByImo")(
      (imo) => states.findByImo(imo),
      mapToStorageError("VesselStateStore.findByImo")
    ),
    prune: Effect.fn("VesselStateStore.prune")(
      (before, parts) => Effect.map(states.deleteBefore(before, parts), (rows) => rows.length),
      mapToStorageError("VesselStateStore.prune")
    ),
    pruneWaits: Effect.fn("VesselStateStore.pruneWaits")(
      (before) => Effect.map(deleteWaits(before), (rows) => rows.length),
      mapToStorageError("VesselStateStore.pruneWaits")
    )
  })
})

/** `VesselStateStore` in the tables `vessel_state` and `fleet_watch`, and in those of `SqlPortCallLog`. */
export const layer = Layer.effect(VesselStateStore, make)
