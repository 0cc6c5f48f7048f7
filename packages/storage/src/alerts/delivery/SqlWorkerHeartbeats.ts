import { REMOVAL_MILLIS, type WorkerHeartbeat, WorkerHeartbeats } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { TIMESTAMP_TOLERANCE_SECONDS } from "@landfall/core/alerts/sending/Signature"
import { Clock, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"

interface BeatRow {
  readonly seen: number
  readonly claimed: number | null
}

/** The interval at which a wrong clock is logged again. */
const WARNING_MILLIS = 3_600_000
const TOLERANCE_MILLIS = TIMESTAMP_TOLERANCE_SECONDS * 1000

/**
 * Logs once an hour that the clock of this process differs from that of Postgres by more than the tolerance of signatures:
 * leases and due times follow the clock of Postgres, and the timestamps of signatures that of the process.
 */
const makeClockCheck = () => {
  let warnedNanos: bigint | undefined
  return Effect.fnUntraced(function* (leaseMillis: number) {
    const clock = yield* Clock.Clock
    const lead = clock.currentTimeMillisUnsafe() - leaseMillis
    const nanos = clock.monotonicTimeNanosUnsafe()
    if (Math.abs(lead) <= TOLERANCE_MILLIS) {
      warnedNanos = undefined
      return
    }
    if (warnedNanos !== undefined && nanos - warnedNanos < BigInt(WARNING_MILLIS) * 1_000_000n) return
    warnedNanos = nanos
    const difference = `${Math.round(Math.abs(lead) / 1000)} s ${lead > 0 ? "ahead of" : "behind"}`
    yield* Effect.logWarning(
      `The clock of this machine is ${difference} that of the database. Receivers reject alerts whose timestamp differs by more than ${TIMESTAMP_TOLERANCE_SECONDS} s: synchronise the clocks of both machines.`
    )
  })
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock
  const checkClock = sql.onDialectOrElse({ pg: makeClockCheck, orElse: () => () => Effect.void })

  const beat = Effect.fnUntraced(function* (worker: string, claimedMillisAgo: Option.Option<number>) {
    const now = yield* clock.now
    yield* checkClock(now)
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
