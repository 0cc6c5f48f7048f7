import type { Instant } from "@landfall/core/time/Instant"
import type { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import { profilesOf, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { NEVER_POLLED } from "@landfall/core/tracking/polling/CarrierHealth"
import { type CarrierStatus, PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Effect, Layer, Option } from "effect"
import { CarriersFileHealth, type CarriersFileState } from "../health/CarriersFileHealth.ts"
import { Metrics } from "./Metrics.ts"

const MILLIS_PER_SECOND = 1000

/** Due polls are counted up to this number. */
const MAX_DUE_COUNTED = 10_000

const recordStatus = (metrics: Metrics["Service"], status: CarrierStatus): void => {
  const { scac, due, running, usedToday, pausedUntil, health } = status
  const labels = { carrier: scac }
  const timestamp = (name: string, description: string, at: Option.Option<Instant>) =>
    metrics.gauge(
      `landfall_carrier_${name}_timestamp_seconds`,
      `${description}, in seconds since 1970; 0: never`,
      Option.getOrElse(at, () => 0) / MILLIS_PER_SECOND,
      labels
    )
  metrics.gauge("landfall_carrier_polls_due", "Shipments that are due to be polled, up to 10000", due, labels)
  metrics.gauge("landfall_carrier_polls_running", "Polls in progress, over all workers", running, labels)
  metrics.gauge("landfall_carrier_requests_today", "Requests since midnight UTC, over all workers", usedToday, labels)
  metrics.gauge(
    "landfall_carrier_consecutive_failures",
    "Consecutive polls that were unauthorised or unavailable, over all workers",
    health.failures,
    labels
  )
  timestamp(
    "last_poll",
    "When the carrier was last polled, in seconds since 1970; 0: never",
    Option.map(health.lastPoll, ({ at }) => at)
  )
  timestamp(
    "last_response",
    "When the carrier last responded to a poll, in seconds since 1970; 0: never",
    health.lastRespondedAt
  )
  timestamp(
    "paused_until",
    "No poll of the carrier starts before, in seconds since 1970; 0: not paused",
    Option.fromUndefinedOr(pausedUntil)
  )
}

const recordFile = (metrics: Metrics["Service"], state: CarriersFileState): void => {
  if (state._tag === "None") return
  metrics.gauge(
    "landfall_carriers_file_valid",
    "1 when the newest version of the carriers file is in use, 0 when it is invalid",
    state._tag === "Valid" ? 1 : 0
  )
}

/**
 * The carriers file, and the queue and the stored health of each configured carrier. Of a carrier that was removed, nothing
 * is reported.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const metrics = yield* Metrics
    const queue = yield* PollQueue
    const source = yield* TrackingSource
    const file = yield* CarriersFileHealth
    let reported: ReadonlyArray<Scac> = []

    const record = (profiles: ReadonlyArray<CarrierProfile>, statuses: ReadonlyArray<CarrierStatus>): void => {
      const scacs = profiles.map(({ scac }) => scac)
      for (const removed of reported.filter((scac) => !scacs.includes(scac))) metrics.removeGauges({ carrier: removed })
      reported = scacs
      const statusByCarrier = new Map(statuses.map((status) => [status.scac, status]))
      for (const scac of scacs) {
        recordStatus(
          metrics,
          statusByCarrier.get(scac) ?? {
            scac,
            due: 0,
            running: 0,
            usedToday: 0,
            pausedUntil: undefined,
            health: NEVER_POLLED
          }
        )
      }
    }

    const collectQueues = Effect.gen(function* () {
      const profiles = yield* profilesOf(source)
      if (profiles.length === 0) return record(profiles, [])
      // `landfall_storage_up` reports a database that does not respond.
      yield* Effect.match(queue.carriers(MAX_DUE_COUNTED), {
        onFailure: () => undefined,
        onSuccess: (statuses) => record(profiles, statuses)
      })
    })
    const collectFile = Effect.map(file.state, (state) => recordFile(metrics, state))
    metrics.registerCollector("carriers", Effect.andThen(collectFile, collectQueues))
  })
)
