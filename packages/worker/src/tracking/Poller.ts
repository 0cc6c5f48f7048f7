import type { StorageError } from "@landfall/core/faults/StorageError"
import { PlaceDirectory } from "@landfall/core/geo/PlaceDirectory"
import { formatCount } from "@landfall/core/listing/Count"
import { instantOf } from "@landfall/core/time/Instant"
import {
  type SourceCarriers,
  type SourceResponse,
  SourceUnavailable,
  TrackingSource
} from "@landfall/core/tracking/carriers/TrackingSource"
import { carrierPollOf } from "@landfall/core/tracking/polling/CarrierHealth"
import { allocatePolls } from "@landfall/core/tracking/polling/PollAllocation"
import { decideOnPoll, decideOnRelatedShipment } from "@landfall/core/tracking/polling/PollDecision"
import { PollMetrics } from "@landfall/core/tracking/polling/PollMetrics"
import { unreadableMessageOf } from "@landfall/core/tracking/polling/PollPlan"
import { type PollAllocator, type PollLease, PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { queriesFor } from "@landfall/core/tracking/polling/SourceQueries"
import { Clock, DateTime, Duration, Effect, FiberSet, Latch, Layer, Option, Random, Result } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"
import { makeStorageOutage } from "../supervision/StorageOutage.ts"
import { makeCarrierBackoff } from "./CarrierBackoff.ts"
import { makeCarrierLog } from "./CarrierLog.ts"
import { attributeEvents } from "./EventAttribution.ts"

/** The settings of the loop that polls carriers. */
export interface PollerSettings {
  /** The most concurrent polls of one carrier, over all workers. A carrier that hangs occupies at most this many. */
  readonly concurrency: number
  /** The most shipments leased by one claim. */
  readonly claimLimit: number
  /** The length of a lease. Longer than a poll and its recording can take. */
  readonly leaseMillis: number
  /** The most shipments that one transaction adds to the poll queue, removes from it or restarts. */
  readonly enrolLimit: number
}

/** The settings of a server. */
export const defaultPollerSettings: PollerSettings = {
  concurrency: 4,
  claimLimit: 100,
  leaseMillis: 150_000,
  enrolLimit: 1000
}

/** The first and the longest sleep while a due poll cannot begin because its carrier is paused or at its concurrency. */
const SHORTEST_SLEEP_MILLIS = 1_000
const LONGEST_EMPTY_SLEEP_MILLIS = 30_000
/** The longest sleep: a clock that was set back, or a lost wake-up, costs a minute at most. */
const LONGEST_SLEEP_MILLIS = 60_000

const NAME = "carrier polling"

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
 * The sleep of the loop until the next poll is due, in milliseconds.
 *
 * @param emptyClaims the number of consecutive claims that returned nothing although a poll was due
 */
const sleepMillis = (dueAt: number, now: number, emptyClaims: number): number => {
  const atLeast = Math.min(SHORTEST_SLEEP_MILLIS * 2 ** Math.max(emptyClaims - 1, 0), LONGEST_EMPTY_SLEEP_MILLIS)
  return Math.min(Math.max(dueAt - now, atLeast), LONGEST_SLEEP_MILLIS)
}

const make = Effect.fnUntraced(function* (settings: PollerSettings) {
  const source = yield* TrackingSource
  const queue = yield* PollQueue
  const metrics = yield* PollMetrics
  const log = makeCarrierLog()
  const outage = makeStorageOutage(NAME)
  const backoff = makeCarrierBackoff()
  const polls = yield* FiberSet.make<void>()
  const finished = Latch.makeUnsafe()
  /** The carriers that the poll queue is set up for. */
  let configured: SourceCarriers = { profiles: [], fingerprints: new Map() }
  let claims = 0
  let emptyClaims = 0

  const allocate =
    (now: number): PollAllocator =>
    (queues) => {
      const profiles = new Map(configured.profiles.map((profile) => [profile.scac, profile]))
      const loads = queues.flatMap((carrier) => {
        const profile = profiles.get(carrier.scac)
        if (profile === undefined) return []
        return [{ ...carrier, concurrency: settings.concurrency, dailyAllowance: profile.dailyAllowance }]
      })
      return allocatePolls(loads, settings.claimLimit, instantOf(DateTime.makeUnsafe(now)), claims)
    }

  const places = yield* PlaceDirectory

  const poll = Effect.fn("Poller.poll")(
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
          decide: decideOnPoll(lease.progress, result, configured.profiles, now, random, findPlace),
          decideOthers: decideOnRelatedShipment(now, findPlace)
        })
      )
      if (!recorded)
        yield* Effect.logDebug(
          `The poll of shipment ${lease.shipmentId} was not recorded because its lease had expired.`
        )
    },
    (effect, lease) =>
      effect.pipe(
        Effect.annotateLogs({ shipmentId: lease.shipmentId, accountId: lease.accountId }),
        Effect.ensuring(finished.open)
      )
  )

  // Uninterruptible, so that every leased poll begins.
  const claimPolls = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const leases = yield* queue.claim(allocate(now), settings.claimLimit, settings.leaseMillis)
    claims++
    for (const lease of leases) yield* FiberSet.run(polls, Effect.interruptible(poll(lease)))
    return leases.length
  }).pipe(Effect.uninterruptible)

  const untilDue = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const scacs = configured.profiles.map(({ scac }) => scac)
    const dueAt = Option.getOrElse(yield* queue.nextDueAt(scacs), () => Number.POSITIVE_INFINITY)
    emptyClaims = dueAt > now ? 0 : emptyClaims + 1
    return Duration.millis(sleepMillis(dueAt, now, emptyClaims))
  })

  /** Repeats a transaction on up to `enrolLimit` shipments until none is left. Returns their number. */
  const repeatForAll = Effect.fnUntraced(function* (transaction: Effect.Effect<number, StorageError>) {
    let all = 0
    for (let count = settings.enrolLimit; count >= settings.enrolLimit; all += count) {
      count = yield* outage.persist(transaction)
    }
    return all
  })

  // Removes the shipments of carriers that are no longer configured from the poll queue.
  const releaseRemoved = Effect.fnUntraced(function* ({ profiles }: SourceCarriers) {
    const scacs = profiles.map(({ scac }) => scac)
    const released = yield* repeatForAll(queue.release(scacs, settings.enrolLimit))
    if (released === 0) return
    yield* Effect.logInfo(`Polling ended for ${formatCount(released, "shipment")}, whose carrier is not configured.`)
  })

  // Polls immediately the shipments whose polls failed before the profile or a key of their carrier changed.
  const restartChanged = Effect.fnUntraced(function* ({ fingerprints }: SourceCarriers) {
    const restarted = yield* repeatForAll(queue.reconfigure(fingerprints, settings.enrolLimit))
    for (const [scac, fingerprint] of fingerprints) {
      if (configured.fingerprints.get(scac) !== fingerprint) backoff.reset(scac)
    }
    if (restarted === 0) return
    yield* Effect.logInfo(
      `The profile or a key of a carrier changed: ${formatCount(restarted, "shipment")} whose last poll failed will be polled immediately.`
    )
  })

  // At the start, and after the operator has changed the carriers.
  const setUpQueue = Effect.gen(function* () {
    const current = yield* source.carriers
    if (current === configured) return
    yield* releaseRemoved(current)
    yield* restartChanged(current)
    configured = current
  })

  const claimAndPoll = Effect.gen(function* () {
    finished.closeUnsafe()
    yield* setUpQueue
    const { profiles } = configured
    const enrolled = yield* queue.enrol((shipment) => queriesFor(shipment, profiles), settings.enrolLimit)
    const claimed = yield* claimPolls
    if (claimed > 0) emptyClaims = 0
    return claimed > 0 || enrolled >= settings.enrolLimit ? Duration.zero : yield* untilDue
  })

  const changed = Effect.suspend(() => source.changeFrom(configured))
  const wake = Effect.raceFirst(Effect.raceFirst(queue.arrival, finished.await), changed)
  yield* backgroundLoop({ name: NAME, outage, step: claimAndPoll, wake })
})

/**
 * Polls carriers for shipments as they fall due, while the layer lives. Every carrier has its own share of the polls, so
 * that a carrier that is slow, unavailable or out of its allowance delays no other. When the carriers change, it polls
 * immediately the shipments whose last poll failed under the former profile or keys, and ends polling removed carriers.
 */
export const layer = (settings: PollerSettings): Layer.Layer<never, never, TrackingSource | PollQueue | PollMetrics> =>
  Layer.effectDiscard(make(settings))
