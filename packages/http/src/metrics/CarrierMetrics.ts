import type { Instant } from "@landfall/core/time/Instant"
import { TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { NEVER_POLLED } from "@landfall/core/tracking/polling/CarrierHealth"
import { type CarrierStatus, PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { Effect, Layer, Option } from "effect"
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
    "When the carrier was last polled",
    Option.map(health.lastPoll, ({ at }) => at)
  )
  timestamp("last_response", "When the carrier last responded to a poll", health.lastRespondedAt)
  timestamp("paused_until", "No poll of the carrier starts before", Option.fromUndefinedOr(pausedUntil))
}

/** The queue and the stored health of each configured carrier. Of a carrier that was removed, nothing is reported. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const metrics = yield* Metrics
    const queue = yield* PollQueue
    const { carriers } = yield* TrackingSource
    if (carriers.length === 0) return

    const collect = Effect.match(queue.carriers(MAX_DUE_COUNTED), {
      // `landfall_storage_up` reports a database that does not respond.
      onFailure: () => undefined,
      onSuccess: (statuses) => {
        const known = new Map(statuses.map((status) => [status.scac, status]))
        for (const { scac } of carriers) {
          recordStatus(
            metrics,
            known.get(scac) ?? {
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
    })
    metrics.registerCollector("carriers", collect)
  })
)
