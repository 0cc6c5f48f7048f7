import type { StorageProblem } from "@landfall/core/health/StorageProbe"
import { type Instant, isoOf } from "@landfall/core/time/Instant"
import type { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import { profilesOf, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import {
  type CarrierHealth,
  type CarrierOutcome,
  isFailing,
  NEVER_POLLED
} from "@landfall/core/tracking/polling/CarrierHealth"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { CarriersFileHealth, type CarriersFileState } from "./CarriersFileHealth.ts"
import { LocalWorker } from "./LocalWorker.ts"
import {
  findStall,
  findWorkerOutage,
  findWorkersStall,
  type ReadinessProblem,
  storageProblem
} from "./ReadinessProblem.ts"
import { DATABASE_TIMEOUT, makeCached, observeStorage } from "./StorageObservation.ts"

/** The response of `/readyz`. */
export interface ReadinessReport {
  readonly status: "ready" | "not_ready"
  readonly database: "ok" | StorageProblem
  /**
   * `external`: this process has no worker. `stalled`: deliveries have been due for long, and its worker claims none,
   * or it has no worker, and no worker of the database is active.
   */
  readonly worker: "ok" | "storage_unavailable" | "stalled" | "external"
  /** The reasons why this process is not ready, with advice; empty while it is ready. */
  readonly problems: ReadonlyArray<ReadinessProblem>
  /** Problems that an operator should solve while this process serves requests, such as inactive workers. */
  readonly warnings: ReadonlyArray<ReadinessProblem>
  /** Detail only: a carrier that fails does not make the service unready. Empty while the database has a problem. */
  readonly carriers: ReadonlyArray<CarrierReport>
  /** Detail only: while the file is invalid, its last valid version is in use. */
  readonly carriersFile: CarriersFileReport
}

/** The carriers file of this process. */
export interface CarriersFileReport {
  readonly status: "none" | "ok" | "invalid"
  readonly invalidSince: string | null
}

/** The results of the polls of a configured carrier, over all workers. */
export interface CarrierReport {
  readonly scac: Scac
  readonly status: "ok" | "failing" | "not_polled"
  /** The outcome of the last poll; null before the first. */
  readonly lastOutcome: CarrierOutcome | null
  readonly lastPolledAt: string | null
  /** Consecutive polls that were unauthorised or unavailable. */
  readonly failures: number
  readonly failingSince: string | null
}

/**
 * The time for which the health of carriers is cached: health checks have no limit of rates, and reading it takes a
 * transaction.
 */
const CARRIERS_VALIDITY_MILLIS = 1_000

const isoOrNull = (at: Option.Option<Instant>) => Option.getOrNull(Option.map(at, isoOf))

const carrierReport = (scac: Scac, health: CarrierHealth): CarrierReport => ({
  scac,
  status: isFailing(health) ? "failing" : Option.isSome(health.lastPoll) ? "ok" : "not_polled",
  lastOutcome: Option.getOrNull(Option.map(health.lastPoll, ({ outcome }) => outcome)),
  lastPolledAt: isoOrNull(Option.map(health.lastPoll, ({ at }) => at)),
  failures: health.failures,
  failingSince: isoOrNull(health.failingSince)
})

const carriersFileReport = (state: CarriersFileState): CarriersFileReport => {
  switch (state._tag) {
    case "None":
      return { status: "none", invalidSince: null }
    case "Valid":
      return { status: "ok", invalidSince: null }
    case "Invalid":
      return { status: "invalid", invalidSince: isoOf(state.since) }
  }
}

/** Checks whether this process can serve requests and send deliveries. */
export class Readiness extends Context.Service<Readiness, { readonly check: Effect.Effect<ReadinessReport> }>()(
  "@landfall/http/health/Readiness"
) {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const worker = yield* LocalWorker
      const source = yield* TrackingSource
      const queue = yield* PollQueue
      const carriersFile = yield* CarriersFileHealth
      const storage = yield* observeStorage

      const carrierStatuses = makeCached(
        Effect.option(Effect.timeout(queue.carriers(1), DATABASE_TIMEOUT)),
        CARRIERS_VALIDITY_MILLIS
      )

      const carrierReports = Effect.fnUntraced(function* (profiles: ReadonlyArray<CarrierProfile>) {
        const statuses = profiles.length === 0 ? Option.none() : yield* carrierStatuses
        if (Option.isNone(statuses)) return []
        const health = new Map(statuses.value.map((status) => [status.scac, status.health]))
        return profiles.map(({ scac }) => carrierReport(scac, health.get(scac) ?? NEVER_POLLED))
      })

      const externalWorkers = Effect.gen(function* () {
        const stall = findWorkersStall(yield* storage.heartbeats, yield* storage.backlog)
        return Option.isSome(stall)
          ? ({ worker: "stalled", problems: [], warnings: [stall.value] } as const)
          : ({ worker: "external", problems: [], warnings: [] } as const)
      })

      const workerProblems = Effect.gen(function* () {
        const health = yield* worker.health
        if (Option.isNone(health)) return yield* externalWorkers
        const now = yield* Clock.currentTimeMillis
        const outage = findWorkerOutage(health.value, now)
        if (Option.isSome(outage))
          return { worker: "storage_unavailable", problems: [outage.value], warnings: [] } as const
        const stall = findStall(health.value, yield* storage.backlog, now)
        return Option.isSome(stall)
          ? ({ worker: "stalled", problems: [stall.value], warnings: [] } as const)
          : ({ worker: "ok", problems: [], warnings: [] } as const)
      })

      const check = Effect.gen(function* () {
        const problem = yield* storage.problem
        const ofWorker = yield* workerProblems
        const problems = [...Option.toArray(Option.map(problem, storageProblem)), ...ofWorker.problems]
        return {
          status: problems.length === 0 ? "ready" : "not_ready",
          database: Option.getOrElse(problem, () => "ok" as const),
          worker: ofWorker.worker,
          problems,
          warnings: ofWorker.warnings,
          carriers: Option.isNone(problem) ? yield* carrierReports(yield* profilesOf(source)) : [],
          carriersFile: carriersFileReport(yield* carriersFile.state)
        } satisfies ReadinessReport
      })
      return Readiness.of({ check })
    })
  )
}
