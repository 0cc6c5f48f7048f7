import { instantOf } from "@landfall/core/time/Instant"
import { attributeEvents } from "@landfall/core/tracking/carriers/EventAttribution"
import { SourceUnavailable, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { allocatePolls } from "@landfall/core/tracking/polling/PollAllocation"
import { decideOnPoll, decideOnRelatedShipment } from "@landfall/core/tracking/polling/PollDecision"
import { type PollAllocator, type PollLease, PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { queriesFor } from "@landfall/core/tracking/polling/SourceQueries"
import { Clock, DateTime, Duration, Effect, FiberSet, Latch, Layer, Option, Random, Result } from "effect"
import { backgroundLoop } from "./BackgroundLoop.ts"
import { makeCarrierBackoff } from "./CarrierBackoff.ts"
import { counted } from "./Counted.ts"
import { makeStorageOutage } from "./StorageOutage.ts"

export interface PollerSettings {
  /** The most concurrent polls of one carrier, over all workers. A carrier that hangs occupies at most this many. */
  readonly concurrency: number
  /** The most shipments leased by one claim. */
  readonly claimLimit: number
  /** The length of a lease. Longer than a poll and its recording can take. */
  readonly leaseMillis: number
  /** The most shipments that one transaction adds to the poll queue. */
  readonly enrolLimit: number
}

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

const make = Effect.fnUntraced(function* (settings: PollerSettings) {
  const source = yield* TrackingSource
  const queue = yield* PollQueue
  const outage = makeStorageOutage(NAME)
  const backoff = makeCarrierBackoff()
  const polls = yield* FiberSet.make<void>()
  const finished = Latch.makeUnsafe()
  const profiles = new Map(source.carriers.map((profile) => [profile.scac, profile]))
  const scacs = [...profiles.keys()]
  let claims = 0
  let emptyClaims = 0

  const allocate =
    (now: number): PollAllocator =>
    (queues) => {
      const loads = queues.flatMap((carrier) => {
        const profile = profiles.get(carrier.scac)
        if (profile === undefined) return []
        return [{ ...carrier, concurrency: settings.concurrency, dailyAllowance: profile.dailyAllowance }]
      })
      return allocatePolls(loads, settings.claimLimit, instantOf(DateTime.makeUnsafe(now)), claims)
    }

  const query = ({ progress: { query: sourceQuery } }: PollLease) =>
    Effect.result(source.poll(sourceQuery)).pipe(
      Effect.catchDefect((defect) =>
        Effect.logError(`The poll of ${sourceQuery.scac} failed because of a defect.`, defect).pipe(
          Effect.as(
            Result.fail(
              new SourceUnavailable({
                scac: sourceQuery.scac,
                requests: 1,
                reason: "unreadable",
                message: `${sourceQuery.scac} could not be polled because of a defect in this service.`
              })
            )
          )
        )
      )
    )

  const poll = Effect.fn("Poller.poll")(function* (lease: PollLease) {
    const result = yield* query(lease)
    const now = yield* DateTime.now
    const spread = yield* Random.next
    const { scac } = lease.progress.query
    const recorded = yield* outage.persist(
      queue.record({
        lease,
        now,
        requests: Result.isSuccess(result) ? result.success.requests : result.failure.requests,
        response: Option.map(Result.getSuccess(result), ({ events, complete }) => ({
          events: attributeEvents(lease.progress.query, events),
          complete
        })),
        quietUntil: backoff.backoffUntil(scac, result, DateTime.toEpochMillis(now)),
        decide: decideOnPoll(lease.progress, result, source.carriers, now, spread),
        decideOthers: decideOnRelatedShipment(now)
      })
    )
    if (!recorded)
      yield* Effect.logDebug(`The poll of shipment ${lease.shipmentId} was not recorded because its lease had ended.`)
  }, Effect.ensuring(finished.open))

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
    const dueAt = Option.getOrElse(yield* queue.nextDueAt(scacs), () => Number.POSITIVE_INFINITY)
    emptyClaims = dueAt > now ? 0 : emptyClaims + 1
    const atLeast = Math.min(SHORTEST_SLEEP_MILLIS * 2 ** Math.max(emptyClaims - 1, 0), LONGEST_EMPTY_SLEEP_MILLIS)
    return Duration.millis(Math.min(Math.max(dueAt - now, atLeast), LONGEST_SLEEP_MILLIS))
  })

  // Removes the shipments of carriers that are no longer configured from the poll queue.
  const releaseRemoved = Effect.gen(function* () {
    let released = 0
    for (let freed = settings.enrolLimit; freed >= settings.enrolLimit; released += freed) {
      freed = yield* outage.persist(queue.release(scacs, settings.enrolLimit))
    }
    if (released === 0) return
    yield* Effect.logInfo(`${counted(released, "shipment")} left the poll queue: their carriers are not configured.`)
  })

  const step = Effect.gen(function* () {
    finished.closeUnsafe()
    const enrolled = yield* queue.enrol((shipment) => queriesFor(shipment, source.carriers), settings.enrolLimit)
    const claimed = yield* claimPolls
    if (claimed > 0) emptyClaims = 0
    return claimed > 0 || enrolled >= settings.enrolLimit ? Duration.zero : yield* untilDue
  })

  const wake = Effect.raceFirst(queue.arrival, finished.await)
  yield* backgroundLoop({ name: NAME, outage, start: releaseRemoved, step, wake })
})

/**
 * Polls carriers for shipments as they fall due, while the layer lives. Every carrier has its own share of the polls, so
 * that a carrier that is slow, unavailable or out of its allowance delays no other. Without configured carriers it does
 * nothing.
 */
export const layer = (settings: PollerSettings): Layer.Layer<never, never, TrackingSource | PollQueue> =>
  Layer.effectDiscard(make(settings))
