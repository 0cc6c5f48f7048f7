import { instantOf } from "@landfall/core/time/Instant"
import { attributeEvents } from "@landfall/core/tracking/carriers/EventAttribution"
import { SourceUnavailable, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { allocatePolls } from "@landfall/core/tracking/polling/PollAllocation"
import { decideOnPoll, decideOnRelatedShipment } from "@landfall/core/tracking/polling/PollDecision"
import { type PollAllocator, type PollLease, PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { queriesFor } from "@landfall/core/tracking/polling/SourceQueries"
import { Clock, DateTime, Effect, FiberSet, Latch, Layer, Option, Random, Result } from "effect"
import { makeCarrierBackoff } from "./CarrierBackoff.ts"
import { makeStorageOutage } from "./StorageOutage.ts"
import { supervised } from "./Supervision.ts"

export interface PollerSettings {
  /** Questions to one carrier at once, all workers together. One that hangs keeps so many busy and no others. */
  readonly concurrency: number
  /** The most shipments leased by one claim. */
  readonly claimLimit: number
  /** Longer than a question can take, its recording included. */
  readonly leaseMillis: number
  /** The most shipments taken up at once. */
  readonly enrolLimit: number
}

export const defaultPollerSettings: PollerSettings = {
  concurrency: 4,
  claimLimit: 100,
  leaseMillis: 150_000,
  enrolLimit: 1000
}

/** The first and the longest wait while something is due that cannot begin: its carrier rests or has no room. */
const SHORTEST_SLEEP_MILLIS = 1_000
const LONGEST_EMPTY_SLEEP_MILLIS = 30_000
/** The longest sleep: a clock that was set back, or a shipment added unseen, costs a minute at most. */
const LONGEST_SLEEP_MILLIS = 60_000

const make = Effect.fnUntraced(function* (settings: PollerSettings) {
  const source = yield* TrackingSource
  const queue = yield* PollQueue
  const outage = makeStorageOutage("Checks of shipments wait")
  const rests = makeCarrierBackoff()
  const checks = yield* FiberSet.make<void>()
  const finished = Latch.makeUnsafe()
  const profiles = new Map(source.carriers.map((profile) => [profile.scac, profile]))
  const codes = [...profiles.keys()]
  let claims = 0
  let emptyClaims = 0

  const choose =
    (now: number): PollAllocator =>
    (queues) => {
      const loads = queues.flatMap((carrier) => {
        const profile = profiles.get(carrier.scac)
        if (profile === undefined) return []
        return [{ ...carrier, concurrency: settings.concurrency, dailyAllowance: profile.dailyAllowance }]
      })
      return allocatePolls(loads, settings.claimLimit, instantOf(DateTime.makeUnsafe(now)), claims)
    }

  const ask = ({ progress: { query } }: PollLease) =>
    Effect.result(source.poll(query)).pipe(
      Effect.catchDefect((defect) =>
        Effect.logError(`Asking ${query.scac} broke off.`, defect).pipe(
          Effect.as(
            Result.fail(
              new SourceUnavailable({
                scac: query.scac,
                requests: 1,
                reason: "unreadable",
                message: `${query.scac} could not be asked: a fault of our own.`
              })
            )
          )
        )
      )
    )

  const check = Effect.fn("Poller.check")(function* (lease: PollLease) {
    const result = yield* ask(lease)
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
        quietUntil: rests.backoffUntil(scac, result, DateTime.toEpochMillis(now)),
        decide: decideOnPoll(lease.progress, result, source.carriers, now, spread),
        decideOthers: decideOnRelatedShipment(now)
      })
    )
    if (!recorded) yield* Effect.logDebug(`The check of ${lease.shipmentId} came too late to be recorded.`)
  }, Effect.ensuring(finished.open))

  // What the storage has leased is checked, whatever interrupts the loop between.
  const begin = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const leases = yield* queue.claim(choose(now), settings.claimLimit, settings.leaseMillis)
    claims++
    for (const lease of leases) yield* FiberSet.run(checks, Effect.interruptible(check(lease)))
    return leases.length
  }).pipe(Effect.uninterruptible)

  const sleep = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const dueAt = Option.getOrElse(yield* outage.persist(queue.nextDueAt(codes)), () => Number.POSITIVE_INFINITY)
    emptyClaims = dueAt > now ? 0 : emptyClaims + 1
    const atLeast = Math.min(SHORTEST_SLEEP_MILLIS * 2 ** Math.max(emptyClaims - 1, 0), LONGEST_EMPTY_SLEEP_MILLIS)
    const millis = Math.min(Math.max(dueAt - now, atLeast), LONGEST_SLEEP_MILLIS)
    yield* Effect.raceAllFirst([Effect.sleep(millis), queue.arrival, finished.await])
  })

  // A profile that has left the configuration has nobody to ask for the shipments that wait for it.
  const releaseAll = Effect.gen(function* () {
    let released = 0
    for (let freed = settings.enrolLimit; freed >= settings.enrolLimit; released += freed) {
      freed = yield* outage.persist(queue.release(codes, settings.enrolLimit))
    }
    if (released > 0) yield* Effect.logInfo(`${released} shipments waited for carriers that are configured no more.`)
  })

  const rounds = Effect.gen(function* () {
    yield* releaseAll
    while (true) {
      finished.closeUnsafe()
      const questions = (shipment: Parameters<typeof queriesFor>[0]) => queriesFor(shipment, source.carriers)
      const offered = yield* outage.persist(queue.enrol(questions, settings.enrolLimit))
      const begun = yield* outage.persist(begin)
      if (begun > 0) emptyClaims = 0
      if (begun === 0 && offered < settings.enrolLimit) yield* sleep
    }
  })

  yield* Effect.forkScoped(supervised("The poller", rounds))
})

/**
 * Asks carriers about shipments as they fall due, while the layer lives. Every carrier has its own share of the checks,
 * so that one that is slow, down or out of its allowance delays no other's. With no carriers configured it does nothing.
 */
export const layer = (settings: PollerSettings): Layer.Layer<never, never, TrackingSource | PollQueue> =>
  Layer.effectDiscard(make(settings))
