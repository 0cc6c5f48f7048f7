import { type Backlog, DueBacklog } from "@landfall/core/alerts/delivery/DueBacklog"
import { type WorkerHeartbeat, WorkerHeartbeats } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { StorageProbe, type StorageProblem } from "@landfall/core/health/StorageProbe"
import { Clock, Duration, Effect, Fiber, Option, Semaphore } from "effect"

/** The database counts as unavailable when it does not respond within this time. */
export const DATABASE_TIMEOUT = Duration.seconds(2)

/** The time for which the result of a probe, which writes and reads, is cached: more requests cause no more probes. */
const PROBE_VALIDITY_MILLIS = 3_000

/** The time for which a measurement of the backlog, which reads more, is cached. */
const BACKLOG_VALIDITY_MILLIS = 15_000

const NO_BACKLOG: Backlog = { due: 0, oldestDueMillis: 0 }

/** The result of an effect, or none after the deadline. Nothing waits for its end: a silent connection delays that. */
const withinDeadline = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.flatMap(Effect.forkDetach(effect), (fiber) => Effect.timeoutOption(Fiber.join(fiber), DATABASE_TIMEOUT))

/** The result of an effect for as long as it is valid; further reads wait for the one that runs. */
export const makeCached = <A>(effect: Effect.Effect<A>, validityMillis: number) => {
  const lock = Semaphore.makeUnsafe(1)
  let last: { readonly at: number; readonly value: A } | undefined
  const read = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (last !== undefined && now >= last.at && now - last.at < validityMillis) return last.value
    const value = yield* effect
    last = { at: yield* Clock.currentTimeMillis, value }
    return value
  })
  return lock.withPermits(1)(read)
}

/**
 * The problem that a probe of the storage finds, the backlog of deliveries and the workers: each at most a few seconds
 * old.
 */
export const observeStorage = Effect.gen(function* () {
  const { run } = yield* StorageProbe
  const { measure } = yield* DueBacklog
  const { list } = yield* WorkerHeartbeats
  const probe = Effect.map(
    withinDeadline(run),
    Option.getOrElse(() => Option.some<StorageProblem>("unavailable"))
  )
  // A measurement that fails leaves the backlog unknown; the probe reports the reason.
  const backlog = withinDeadline(measure).pipe(
    Effect.map(Option.getOrElse(() => NO_BACKLOG)),
    Effect.orElseSucceed(() => NO_BACKLOG)
  )
  const noHeartbeats: ReadonlyArray<WorkerHeartbeat> = []
  const heartbeats = withinDeadline(list).pipe(
    Effect.map(Option.getOrElse(() => noHeartbeats)),
    Effect.orElseSucceed(() => noHeartbeats)
  )
  return {
    heartbeats: makeCached(heartbeats, BACKLOG_VALIDITY_MILLIS),
    problem: makeCached(probe, PROBE_VALIDITY_MILLIS),
    backlog: makeCached(backlog, BACKLOG_VALIDITY_MILLIS)
  }
})
