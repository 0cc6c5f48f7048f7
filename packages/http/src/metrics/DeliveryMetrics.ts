import { DueBacklog } from "@landfall/core/alerts/delivery/DueBacklog"
import type { DispatcherHealth } from "@landfall/core/alerts/dispatch/DispatcherHealth"
import { countWorkers, WorkerHeartbeats } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { Effect, Layer, Option } from "effect"
import { LocalWorker } from "../health/LocalWorker.ts"
import { Metrics } from "./Metrics.ts"

const MILLIS_PER_SECOND = 1000

const recordDispatcher = (metrics: Metrics["Service"], health: DispatcherHealth): void => {
  const { attempts, concurrency, postponed, inFlight, waiting, unrecorded, lastClaimAt, storageUnavailableSince } =
    health
  const { succeeded, retried, exhausted, leasesLost } = attempts
  for (const [outcome, total] of Object.entries({ succeeded, retried, exhausted, lease_lost: leasesLost })) {
    metrics.setTotal("landfall_delivery_attempts_total", "Attempts recorded since the start, by outcome", total, {
      outcome
    })
  }
  for (const [reason, total] of Object.entries(postponed)) {
    metrics.setTotal(
      "landfall_deliveries_postponed_total",
      "Sends that were postponed without an attempt since the start, by reason",
      total,
      { reason }
    )
  }
  metrics.gauge(
    "landfall_delivery_concurrency",
    "Maximum number of deliveries that are sent at the same time; lower after a shortage of sockets or memory",
    concurrency
  )
  metrics.gauge("landfall_deliveries_in_flight", "Deliveries being sent now", inFlight)
  metrics.gauge("landfall_deliveries_leased_waiting", "Deliveries leased and not yet sent", waiting)
  metrics.gauge("landfall_deliveries_unrecorded", "Outcomes of deliveries that are not stored yet", unrecorded)
  metrics.gauge(
    "landfall_worker_storage_up",
    "Whether the database responds to the worker of this process",
    Option.isNone(storageUnavailableSince) ? 1 : 0
  )
  if (Option.isSome(lastClaimAt)) {
    metrics.gauge(
      "landfall_delivery_last_claim_timestamp_seconds",
      "When the worker of this process last claimed deliveries, in seconds since 1970",
      lastClaimAt.value / MILLIS_PER_SECOND
    )
  }
}

/** The delivery worker of this process, where it has one, and the due deliveries of the database. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const metrics = yield* Metrics
    const backlog = yield* DueBacklog
    const heartbeats = yield* WorkerHeartbeats
    const { health } = yield* LocalWorker

    const collectDispatcher = Effect.map(health, (worker) => {
      if (Option.isSome(worker)) recordDispatcher(metrics, worker.value)
    })

    const setStorageUp = (value: number) =>
      metrics.gauge("landfall_storage_up", "Whether the database responded to this read", value)

    const collectBacklog = Effect.match(backlog.measure, {
      onFailure: () => setStorageUp(0),
      onSuccess: ({ due, oldestDueMillis }) => {
        setStorageUp(1)
        metrics.gauge("landfall_deliveries_due", "Deliveries that are due, counted up to 10000", due)
        metrics.gauge(
          "landfall_deliveries_oldest_due_age_seconds",
          "Seconds for which the oldest due delivery has been due; 0 when none is due",
          oldestDueMillis / MILLIS_PER_SECOND
        )
      }
    })

    // A read that fails leaves the last values; landfall_storage_up reports it.
    const collectWorkers = Effect.match(heartbeats.list, {
      onFailure: () => undefined,
      onSuccess: (heartbeats) => {
        const { active, silent } = countWorkers(heartbeats)
        for (const [state, count] of Object.entries({ active, silent })) {
          metrics.gauge("landfall_workers", "Workers of the database, over all processes, by state", count, { state })
        }
      }
    })

    metrics.registerCollector("workers", collectWorkers)
    metrics.registerCollector("dispatcher", collectDispatcher)
    metrics.registerCollector("backlog", collectBacklog)
  })
)
