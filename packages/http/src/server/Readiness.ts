import { AccountStore } from "@landfall/core/accounts/Account"
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { LocalWorker } from "./LocalWorker.ts"

/** What `/readyz` answers. */
export interface ReadinessReport {
  readonly status: "ready" | "not_ready"
  readonly database: "ok" | "away"
  /** `elsewhere`: this process has no worker, and knows nothing of those that run beside it. */
  readonly worker: "ok" | "storage_away" | "elsewhere"
}

/** How long the database may take to answer before it counts as away. */
const DATABASE_TIMEOUT = Duration.seconds(2)
/** How long the worker may be without its storage before it counts. */
const TOLERATED_OUTAGE_MILLIS = 5_000

/** Whether this process can do its work now. */
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
        const away = Option.exists(
          state.value.storageUnavailableSince,
          (since) => now - since > TOLERATED_OUTAGE_MILLIS
        )
        return away ? ("storage_away" as const) : ("ok" as const)
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
