import { PlaceDirectory } from "@landfall/core/geo/PlaceDirectory"
import {
  type SourceCarriers,
  type SourceResponse,
  SourceUnavailable,
  TrackingSource
} from "@landfall/core/tracking/carriers/TrackingSource"
import { carrierPollOf } from "@landfall/core/tracking/polling/CarrierHealth"
import { decideOnPoll, decideOnRelatedShipment } from "@landfall/core/tracking/polling/PollDecision"
import { PollMetrics } from "@landfall/core/tracking/polling/PollMetrics"
import { unreadableMessageOf } from "@landfall/core/tracking/polling/PollPlan"
import { type PollLease, PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { DateTime, Duration, Effect, Option, Random, Result } from "effect"
import type { StorageOutage } from "../supervision/StorageOutage.ts"
import type { CarrierBackoff } from "./CarrierBackoff.ts"
import { makeCarrierLog } from "./CarrierLog.ts"
import { attributeEvents } from "./EventAttribution.ts"

/** Polls the carrier of a lease. A defect of the source is a failed poll. */
const queryCarrier = (source: TrackingSource["Service"], { progress: { query } }: PollLease) =>
  Effect.result(source.poll(query)).pipe(
    Effect.catchDefect((defect) =>
      Effect.logError(`The poll of ${query.scac} failed because of a defect.`, defect).pipe(
        Effect.as(
          Result.fail(
            new SourceUnavailable({
              scac: query.scac,
              requests: 1,
              reason: "unreadable",
              message: `${query.scac} could not be polled because of a defect in this service.`
            })
          )
        )
      )
    )
  )

/** The response to a poll as the queue records it. Without explicit retractions, its unreadable events limit what it retracts. */
const recordedResponse = (lease: PollLease, response: SourceResponse) => ({
  events: attributeEvents(lease.progress.query, response.events),
  complete: response.complete,
  ...(response.explicitRetractions === true || response.rejected.length === 0
    ? {}
    : { unreadable: response.rejected.map(({ names = {} }) => names) })
})

/**
 * Makes the function that polls the carrier of a lease and records the result.
 *
 * @param profilesOf the configured profiles when a result is recorded
 */
export const makeCarrierPoll = Effect.fnUntraced(function* (
  outage: StorageOutage,
  backoff: CarrierBackoff,
  profilesOf: () => SourceCarriers["profiles"]
) {
  const source = yield* TrackingSource
  const queue = yield* PollQueue
  const metrics = yield* PollMetrics
  const places = yield* PlaceDirectory
  const log = makeCarrierLog()

  return Effect.fn("Poller.poll")(
    function* (lease: PollLease) {
      const [duration, result] = yield* Effect.timed(queryCarrier(source, lease))
      const now = yield* DateTime.now
      const random = yield* Random.next
      const { scac } = lease.progress.query
      const { requests } = Result.isSuccess(result) ? result.success : result.failure
      yield* Effect.annotateCurrentSpan({
        "landfall.shipment.id": lease.shipmentId,
        "landfall.account.id": lease.accountId,
        "landfall.carrier": scac,
        "landfall.requests": requests
      })
      const findPlace = yield* places
      const unreadable = Result.isSuccess(result) ? result.success.rejected.length : 0
      if (Result.isSuccess(result)) {
        const message = unreadableMessageOf(lease.progress.query, result.success)
        if (Option.isSome(message)) yield* Effect.logWarning(message.value)
      }
      const carrierPoll = carrierPollOf(result)
      if (Option.isSome(carrierPoll)) {
        const { outcome } = carrierPoll.value
        yield* Effect.annotateCurrentSpan("landfall.outcome", outcome)
        metrics.recordPoll({ scac, outcome, requests, unreadable, durationMillis: Duration.toMillis(duration) })
        yield* log.record(scac, carrierPoll.value, requests, DateTime.toEpochMillis(now))
      }
      const recorded = yield* outage.persist(
        queue.record({
          lease,
          now,
          requests,
          response: Option.map(Result.getSuccess(result), (response) => recordedResponse(lease, response)),
          carrierPoll,
          pausedUntil: backoff.backoffUntil(scac, result, DateTime.toEpochMillis(now)),
          decide: decideOnPoll(lease.progress, result, profilesOf(), now, random, findPlace),
          decideOthers: decideOnRelatedShipment(now, findPlace)
        })
      )
      if (!recorded)
        yield* Effect.logDebug(
          `The poll of shipment ${lease.shipmentId} was not recorded because its lease had expired.`
        )
    },
    (effect, { accountId, progress, shipmentId }) =>
      Effect.annotateLogs(effect, { accountId, shipmentId, carrier: progress.query.scac })
  )
})
