import { assert, describe, it } from "@effect/vitest"
import type { DispatcherHealth } from "@landfall/core/alerts/dispatch/DispatcherHealth"
import { SILENCE_MILLIS, STALL_MILLIS, type WorkerHeartbeat } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { Option } from "effect"
import {
  findStall,
  findWorkerOutage,
  findWorkersStall,
  TOLERATED_OUTAGE_MILLIS
} from "../../src/health/ReadinessProblem.ts"

const NOW = 10_000_000

const health = (changes: Partial<DispatcherHealth>): DispatcherHealth => ({
  lastClaimAt: Option.some(NOW),
  storageUnavailableSince: Option.none(),
  inFlight: 0,
  waiting: 0,
  unrecorded: 0,
  postponed: { egress_policy: 0, name_servers: 0, resources: 0 },
  concurrency: 256,
  attempts: { succeeded: 0, retried: 0, exhausted: 0, leasesLost: 0 },
  ...changes
})

const isStalled = (lastClaimAgo: number | null, oldestDueMillis: number, due = 1): boolean =>
  Option.isSome(
    findStall(
      health({ lastClaimAt: lastClaimAgo === null ? Option.none() : Option.some(NOW - lastClaimAgo) }),
      { due, oldestDueMillis },
      NOW
    )
  )

describe("a worker", () => {
  it("is not ready once its storage has been unavailable for longer than the tolerance", () => {
    const after = (millis: number) =>
      Option.isSome(findWorkerOutage(health({ storageUnavailableSince: Option.some(NOW - millis) }), NOW))
    assert.deepStrictEqual([after(TOLERATED_OUTAGE_MILLIS), after(TOLERATED_OUTAGE_MILLIS + 1)], [false, true])
    assert.isTrue(Option.isNone(findWorkerOutage(health({}), NOW)))
  })

  it("stalls when deliveries have been due for long and it has claimed none for as long, or never", () => {
    assert.isTrue(isStalled(STALL_MILLIS + 1, STALL_MILLIS + 1))
    assert.isTrue(isStalled(null, STALL_MILLIS + 1))
  })

  it("does not stall while it claims, however long the backlog, or while nothing is due", () => {
    assert.isFalse(isStalled(STALL_MILLIS, 10 * STALL_MILLIS))
    assert.isFalse(isStalled(10 * STALL_MILLIS, STALL_MILLIS))
    assert.isFalse(isStalled(10 * STALL_MILLIS, 0, 0))
  })
})

describe("the workers of a database", () => {
  const heartbeat = (seenMillisAgo: number, claimedAgo: number | null = 0): WorkerHeartbeat => ({
    seenMillisAgo,
    claimedMillisAgo: Option.fromNullOr(claimedAgo)
  })
  const late = { due: 3, oldestDueMillis: STALL_MILLIS + 1 }
  const problemOf = (...heartbeats: ReadonlyArray<WorkerHeartbeat>) =>
    Option.getOrUndefined(Option.map(findWorkersStall(heartbeats, late), ({ message }) => message))

  it("stall when deliveries have been due for long and none of them is active", () => {
    assert.strictEqual(problemOf(), "Deliveries have been due for 120 s, and no worker runs.")
    assert.strictEqual(
      problemOf(heartbeat(SILENCE_MILLIS + 1)),
      "Deliveries have been due for 120 s, and 1 worker is not active."
    )
    assert.include(problemOf(heartbeat(0, STALL_MILLIS + 1), heartbeat(0, null)), "2 workers are not active")
  })

  it("do not stall while one of them is active, or while nothing has been due for long", () => {
    assert.isUndefined(problemOf(heartbeat(SILENCE_MILLIS + 1), heartbeat(SILENCE_MILLIS, STALL_MILLIS)))
    assert.isTrue(Option.isNone(findWorkersStall([], { due: 1, oldestDueMillis: STALL_MILLIS })))
    assert.isTrue(Option.isNone(findWorkersStall([], { due: 0, oldestDueMillis: 0 })))
  })
})
