import { assert, describe, it } from "@effect/vitest"
import { DueBacklog } from "@landfall/core/alerts/delivery/DueBacklog"
import type { DispatcherHealth } from "@landfall/core/alerts/dispatch/DispatcherHealth"
import { type WorkerHeartbeat, WorkerHeartbeats } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { StorageProbe, type StorageProblem } from "@landfall/core/health/StorageProbe"
import { TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { Context, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { CarriersFileHealth } from "../../src/health/CarriersFileHealth.ts"
import { LocalWorker } from "../../src/health/LocalWorker.ts"
import { Readiness } from "../../src/health/Readiness.ts"

const idle: DispatcherHealth = {
  lastClaimAt: Option.none(),
  storageUnavailableSince: Option.none(),
  inFlight: 0,
  waiting: 0,
  unrecorded: 0,
  postponed: { egress_policy: 0, name_servers: 0, resources: 0 },
  concurrency: 256,
  attempts: { succeeded: 0, retried: 0, exhausted: 0, leasesLost: 0 }
}

interface Given {
  /** Whether the process has a worker. */
  readonly hasWorker?: boolean
}

/** The readiness of a process whose database and worker a test controls. */
const makeReadiness = Effect.fnUntraced(function* ({ hasWorker = true }: Given = {}) {
  const heartbeats: Array<WorkerHeartbeat> = []
  const state = {
    heartbeats,
    probes: 0,
    hangs: false,
    problem: Option.none<StorageProblem>(),
    oldestDueMillis: 0
  }
  const probe = Effect.suspend(() => {
    state.probes += 1
    return state.hangs ? Effect.uninterruptible(Effect.never) : Effect.succeed(state.problem)
  })
  const fixtures = Layer.mergeAll(
    Layer.succeed(StorageProbe, { run: probe }),
    Layer.succeed(DueBacklog, {
      measure: Effect.sync(() => ({ due: state.oldestDueMillis > 0 ? 1 : 0, oldestDueMillis: state.oldestDueMillis }))
    }),
    Layer.mock(WorkerHeartbeats, { list: Effect.sync(() => state.heartbeats) }),
    hasWorker ? Layer.succeed(LocalWorker, { health: Effect.succeedSome(idle) }) : LocalWorker.absentLayer,
    TrackingSource.none,
    Layer.mock(PollQueue, {}),
    CarriersFileHealth.absentLayer
  )
  const { check } = Context.get(yield* Layer.build(Layer.provide(Readiness.layer, fixtures)), Readiness)
  return { state, check }
})

describe("readiness", () => {
  it.effect("is that of a probe of the last 3 seconds, however many requests there are", () =>
    Effect.gen(function* () {
      const { check, state } = yield* makeReadiness()
      const reports = yield* Effect.all(
        Array.from({ length: 50 }, () => check),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...new Set(reports.map(({ status }) => status))], ["ready"])
      yield* TestClock.adjust("2 seconds")
      yield* check
      assert.strictEqual(state.probes, 1)
      for (const problem of ["unavailable", "unwritable", "moved", "damaged"] as const) {
        state.problem = Option.some(problem)
        yield* TestClock.adjust("3 seconds")
        const report = yield* check
        assert.deepStrictEqual([report.status, report.database], ["not_ready", problem])
        assert.deepStrictEqual(
          report.problems.map((found) => found.check),
          ["database"]
        )
      }
      state.problem = Option.none()
      yield* TestClock.adjust("3 seconds")
      assert.deepInclude(yield* check, { status: "ready", database: "ok", problems: [] })
    })
  )

  it.effect("ends when a probe has no result in 2 seconds, even if it cannot be interrupted, and returns", () =>
    Effect.gen(function* () {
      const { check, state } = yield* makeReadiness()
      state.hangs = true
      const waiting = yield* Effect.forkChild(check)
      yield* TestClock.adjust("2 seconds")
      assert.deepInclude(yield* Fiber.join(waiting), { status: "not_ready", database: "unavailable" })
      state.hangs = false
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual((yield* check).status, "ready")
    })
  )

  it.effect("ends while deliveries are due for long and the worker of the process claims none", () =>
    Effect.gen(function* () {
      const { check, state } = yield* makeReadiness()
      state.oldestDueMillis = 10 * 60_000
      yield* TestClock.adjust("30 seconds")
      const report = yield* check
      assert.deepInclude(report, { status: "not_ready", database: "ok", worker: "stalled" })
      assert.include(report.problems[0]?.message, "due for 600 s")
      state.oldestDueMillis = 0
      yield* TestClock.adjust("30 seconds")
      assert.deepInclude(yield* check, { status: "ready", worker: "ok" })
    })
  )

  it.effect("of a process without a worker holds, with a warning, while no worker of the database is active", () =>
    Effect.gen(function* () {
      const { check, state } = yield* makeReadiness({ hasWorker: false })
      assert.deepInclude(yield* check, { status: "ready", worker: "external", warnings: [] })
      state.oldestDueMillis = 10 * 60_000
      state.heartbeats = [{ seenMillisAgo: 300_000, claimedMillisAgo: Option.some(300_000) }]
      yield* TestClock.adjust("30 seconds")
      const report = yield* check
      assert.deepInclude(report, { status: "ready", worker: "stalled", problems: [] })
      assert.include(report.warnings[0]?.message, "due for 600 s, and 1 worker is not active")
      state.heartbeats = [{ seenMillisAgo: 1_000, claimedMillisAgo: Option.some(1_000) }]
      yield* TestClock.adjust("30 seconds")
      assert.deepInclude(yield* check, { status: "ready", worker: "external", warnings: [] })
    })
  )
})
