import { REMOVAL_MILLIS, type WorkerHeartbeat, WorkerHeartbeats } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"

interface BeatRow {
  readonly seen: number
  readonly claimed: number | null
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock

  const beat = Effect.fnUntraced(function* (worker: string, claimedMillisAgo: Option.Option<number>) {
    const now = yield* clock.now
    const row = { worker, seenAt: now, claimedAt: Option.getOrNull(Option.map(claimedMillisAgo, (ago) => now - ago)) }
    yield* sql`INSERT INTO worker_heartbeat ${sql.insert(row)} ON CONFLICT (worker) DO UPDATE SET ${sql.update(row, ["worker"])}`
    yield* sql`DELETE FROM worker_heartbeat WHERE seen_at < ${now - REMOVAL_MILLIS}`
  }, mapToStorageError("WorkerHeartbeats.beat"))

  const list = Effect.gen(function* () {
    const rows =
      yield* sql<BeatRow>`SELECT seen_at AS seen, claimed_at AS claimed FROM worker_heartbeat ORDER BY worker`
    const now = yield* clock.now
    const ago = (at: number) => Math.max(0, now - at)
    return rows.map(
      ({ seen, claimed }): WorkerHeartbeat => ({
        seenMillisAgo: ago(seen),
        claimedMillisAgo: Option.map(Option.fromNullOr(claimed), ago)
      })
    )
  }).pipe(mapToStorageError("WorkerHeartbeats.list"))

  return WorkerHeartbeats.of({
    beat,
    leave: (worker) =>
      mapToStorageError("WorkerHeartbeats.leave")(
        Effect.asVoid(sql`DELETE FROM worker_heartbeat WHERE worker = ${worker}`)
      ),
    list
  })
})

/** `WorkerHeartbeats` in the table `worker_heartbeat`, by the time of `LeaseClock`. */
export const layer = Layer.effect(WorkerHeartbeats, make)
