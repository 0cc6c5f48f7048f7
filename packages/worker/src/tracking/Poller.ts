import { instantOf } from "@landfall/core/time/Instant"
import { TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { allocatePolls } from "@landfall/core/tracking/polling/PollAllocation"
import type { PollMetrics } from "@landfall/core/tracking/polling/PollMetrics"
import { type PollAllocator, PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { queriesFor } from "@landfall/core/tracking/polling/SourceQueries"
import { Clock, DateTime, Duration, Effect, FiberSet, Latch, Layer, Option } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"
import { makeStorageOutage } from "../supervision/StorageOutage.ts"
import { makeCarrierBackoff } from "./CarrierBackoff.ts"
import { makeCarrierPoll } from "./CarrierPoll.ts"
import { makeCarrierSetup } from "./CarrierSetup.ts"

/** The settings of the loop that polls carriers. */
export interface PollerSettings {
  /**
   * The maximum number of concurrent polls of one carrier, over all workers. A carrier that hangs occupies at most this
   * many.
   */
  readonly concurrency: number
  /** The maximum number of shipments leased by one claim. */
  readonly claimLimit: number
  /** The length of a lease. Longer than a poll and its recording can take. */
  readonly leaseMillis: number
  /** The maximum number of shipments that one transaction adds to the poll queue, removes from it or restarts. */
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
  const outage = makeStorageOutage(NAME)
  const backoff = makeCarrierBackoff()
  const polls = yield* FiberSet.make<void>()
  const finished = Latch.makeUnsafe()
  const setup = yield* makeCarrierSetup(outage, backoff, settings.enrolLimit)
  const poll = yield* makeCarrierPoll(outage, backoff, () => setup.current().profiles)
  let claims = 0
  let emptyClaims = 0

  const allocate =
    (now: number): PollAllocator =>
    (queues) => {
      const profiles = new Map(setup.current().profiles.map((profile) => [profile.scac, profile]))
      const loads = queues.flatMap((carrier) => {
        const profile = profiles.get(carrier.scac)
        if (profile === undefined) return []
        return [{ ...carrier, concurrency: settings.concurrency, dailyAllowance: profile.dailyAllowance }]
      })
      return allocatePolls(loads, settings.claimLimit, instantOf(DateTime.makeUnsafe(now)), claims)
    }

  // Uninterruptible, so that every leased poll begins.
  const claimPolls = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const leases = yield* queue.claim(allocate(now), settings.claimLimit, settings.leaseMillis)
    claims++
    for (const lease of leases)
      yield* FiberSet.run(polls, poll(lease).pipe(Effect.ensuring(finished.open), Effect.interruptible))
    return leases.length
  }).pipe(Effect.uninterruptible)

  const untilDue = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const scacs = setup.current().profiles.map(({ scac }) => scac)
    const dueAt = Option.getOrElse(yield* queue.nextDueAt(scacs), () => Number.POSITIVE_INFINITY)
    emptyClaims = dueAt > now ? 0 : emptyClaims + 1
    return Duration.millis(sleepMillis(dueAt, now, emptyClaims))
  })

  const claimAndPoll = Effect.gen(function* () {
    finished.closeUnsafe()
    yield* setup.update
    const { profiles } = setup.current()
    const enrolled = yield* queue.enrol((shipment) => queriesFor(shipment, profiles), settings.enrolLimit)
    const claimed = yield* claimPolls
    if (claimed > 0) emptyClaims = 0
    return claimed > 0 || enrolled >= settings.enrolLimit ? Duration.zero : yield* untilDue
  })

  const changed = Effect.suspend(() => source.changeFrom(setup.current()))
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
