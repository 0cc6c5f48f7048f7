import { AccountStore } from "@landfall/core/accounts/Account"
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
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { CarriersFileHealth, type CarriersFileState } from "../health/CarriersFileHealth.ts"
import { LocalWorker } from "../health/LocalWorker.ts"

/** The response of `/readyz`. */
export interface ReadinessReport {
  readonly status: "ready" | "not_ready"
  readonly database: "ok" | "unavailable"
  /** `external`: this process has no worker, and does not know the workers of other processes. */
  readonly worker: "ok" | "storage_unavailable" | "external"
  /** Detail only: a carrier that fails does not make the service unready. Empty while the database is unavailable. */
  readonly carriers: ReadonlyArray<CarrierReport>
  /** Detail only: while the file is invalid, its last valid version is in use. */
  readonly carriersFile: CarriersFileReport
}

/** The carriers file of this process. */
export interface CarriersFileReport {
  readonly status: "none" | "ok" | "invalid"
  readonly invalidSince: string | null
}

/** How the polls of a configured carrier go, over all workers. */
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

/** The database counts as unavailable when it does not respond within this time. */
const DATABASE_TIMEOUT = Duration.seconds(2)
/** The worker counts as not ready when its storage has been unavailable for longer. */
const TOLERATED_OUTAGE_MILLIS = 5_000

/** Checks whether this process can serve requests and send deliveries. */
export class Readiness extends Context.Service<Readiness, { readonly check: Effect.Effect<ReadinessReport> }>()(
  "@landfall/http/server/Readiness"
) {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const worker = yield* LocalWorker
      const source = yield* TrackingSource
      const queue = yield* PollQueue
      const carriersFile = yield* CarriersFileHealth

      const database = accounts.first.pipe(
        Effect.timeout(DATABASE_TIMEOUT),
        Effect.match({ onSuccess: () => "ok" as const, onFailure: () => "unavailable" as const })
      )

      const carrierReports = Effect.fnUntraced(
        function* (profiles: ReadonlyArray<CarrierProfile>) {
          if (profiles.length === 0) return []
          const statuses = yield* Effect.timeout(queue.carriers(1), DATABASE_TIMEOUT)
          const health = new Map(statuses.map((status) => [status.scac, status.health]))
          return profiles.map(({ scac }) => carrierReport(scac, health.get(scac) ?? NEVER_POLLED))
        },
        Effect.orElseSucceed((): ReadonlyArray<CarrierReport> => [])
      )

      const workerReport = Effect.gen(function* () {
        const state = yield* worker.health
        if (Option.isNone(state)) return "external" as const
        const now = yield* Clock.currentTimeMillis
        const isUnavailable = Option.exists(
          state.value.storageUnavailableSince,
          (since) => now - since > TOLERATED_OUTAGE_MILLIS
        )
        return isUnavailable ? ("storage_unavailable" as const) : ("ok" as const)
      })

      const check = Effect.gen(function* () {
        const report = { database: yield* database, worker: yield* workerReport } as const
        const ready = report.database === "ok" && report.worker !== "storage_unavailable"
        const carriers = report.database === "ok" ? yield* carrierReports(yield* profilesOf(source)) : []
        const file = carriersFileReport(yield* carriersFile.state)
        return { status: ready ? "ready" : "not_ready", ...report, carriers, carriersFile: file } as const
      })
      return Readiness.of({ check })
    })
  )
}
