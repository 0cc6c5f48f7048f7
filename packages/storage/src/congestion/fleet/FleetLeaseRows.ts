import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import {
  checkFleetParts,
  claimFleetParts,
  claimWholeFleet,
  FLEET_LEASE,
  type FleetLeases,
  type FleetParts,
  leaseNamesOf,
  partHoldersOf,
  releaseFleetParts
} from "@landfall/core/congestion/fleet/FleetParts"
import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema, type Statement } from "effect/sql"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import type { LeaseClock } from "../../sql/LeaseClock.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"

const LEASE_COLUMNS = jsonColumns({ name: "TEXT", watcher: "TEXT", leased_until: "BIGINT" })

const NamedLeaseRow = Schema.Struct({ name: Schema.String, holder: DetectorId, expiresAt: Schema.Finite })

const toLeases = (rows: ReadonlyArray<typeof NamedLeaseRow.Type>): FleetLeases =>
  new Map(rows.map(({ name, holder, expiresAt }) => [name, { holder, expiresAt }]))

/** Makes the operations of `VesselStateStore` on the leases of the fleet and of its parts, in the table `fleet_watch`. */
export const makeFleetLeaseRows = (sql: SqlClient.SqlClient, clock: LeaseClock["Service"]) => {
  const locks = rowLocks(sql)

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

  /** Fails unless the detector holds the leases, in a transaction that locks them. */
  const checkLeases = (detector: DetectorId, parts: FleetParts | undefined) =>
    Effect.flatMap(findNamedLeases(leaseNamesOf(parts)), (rows) =>
      Effect.fromResult(checkFleetParts(toLeases(rows), detector, parts))
    )

  return {
    checkLeases,
    claim,
    claimParts,
    partHolders: Effect.gen(function* () {
      return partHoldersOf(toLeases(yield* findLeases(locks.unlocked)), yield* clock.now)
    }).pipe(mapToStorageError("VesselStateStore.partHolders"), Effect.withSpan("VesselStateStore.partHolders")),
    release: Effect.fn("VesselStateStore.release")(
      (detector: DetectorId) => deleteLease(detector),
      mapToStorageError("VesselStateStore.release")
    ),
    releaseParts
  }
}
