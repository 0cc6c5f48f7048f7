import { AccountStore } from "@landfall/core/accounts/Account"
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { LocalWorker } from "./LocalWorker.ts"

/** The response of `/readyz`. */
export interface ReadinessReport {
  readonly status: "ready" | "not_ready"
  readonly database: "ok" | "away"
  /** `elsewhere`: this process has no worker, and does not know the workers of other processes. */
  readonly worker: "ok" | "storage_away" | "elsewhere"
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

      const database = accounts.first.pipe(
        Effect.timeout(DATABASE_TIMEOUT),
        Effect.match({ onSuccess: () => "ok" as const, onFailure: () => "away" as const })
      )

      const workerReport = Effect.gen(function* () {
        const state = yield* worker.health
        if (Option.isNone(state)) return "elsewhere" as const
        const now = yield* Clock.currentTimeMillis
        const isUnavailable = Option.exists(
          state.value.storageUnavailableSince,
          (since) => now - since > TOLERATED_OUTAGE_MILLIS
        )
        return isUnavailable ? ("storage_away" as const) : ("ok" as const)
      })

      const check = Effect.gen(function* () {
        const report = { database: yield* database, worker: yield* workerReport } as const
        const ready = report.database === "ok" && report.worker !== "storage_away"
        return { status: ready ? "ready" : "not_ready", ...report } as const
      })
      return Readiness.of({ check })
    })
  )
}
