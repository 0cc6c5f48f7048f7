import type { DeliveryQueue, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { SEND_DEADLINE_MILLIS } from "@landfall/core/alerts/sending/AlertTransport"
import { Clock, Effect, Latch, Option } from "effect"
import { claimSize } from "./ClaimSize.ts"
import type { EndpointPaces } from "./EndpointPaces.ts"
import type { OutcomeRecorder } from "./OutcomeRecorder.ts"
import type { SendLanes } from "./SendLanes.ts"
import type { StorageOutage } from "./StorageOutage.ts"

/** The longest sleep: a clock that was set back, or a wake-up lost on its way, costs a minute at most. */
const LONGEST_SLEEP_MILLIS = 60_000
/** The first and the longest wait when something is called due by the storage and not handed out. */
const FIRST_EMPTY_SLEEP_MILLIS = 5
const LONGEST_EMPTY_SLEEP_MILLIS = 1_000
/** How often those that wait are looked through for leases that have grown old. */
const STALE_AFTER_MILLIS = 1_000
/** The part of a lease that is kept for recording the outcome. */
const RECORDING_MILLIS = 5_000

export interface ClaimSettings {
  readonly concurrency: number
  readonly keptForFirst: number
  /** The most deliveries leased by one claim. */
  readonly claimBatch: number
  readonly leaseMillis: number
}

export interface ClaimLoop {
  readonly run: Effect.Effect<never>
  /** Tells the loop of outcomes that were stored. */
  readonly recorded: (outcomes: ReadonlyArray<LeaseOutcome>) => void
  /** Tells the loop that a send has ended, and whether there is room for more of its endpoint since. */
  readonly changed: (reopened: boolean) => void
  readonly lastClaimAt: () => Option.Option<number>
}

const earliestRetry = (outcomes: ReadonlyArray<LeaseOutcome>): number => {
  let earliest = Number.POSITIVE_INFINITY
  for (const { next } of outcomes) if (next._tag === "Retry" && next.dueAt < earliest) earliest = next.dueAt
  return earliest
}

const millisToNanos = (millis: number): bigint => BigInt(Math.round(millis)) * 1_000_000n

/** Doubles while the storage calls due what it does not hand out. */
const emptySleepMillis = (emptyClaims: number): number =>
  emptyClaims === 0 ? 0 : Math.min(FIRST_EMPTY_SLEEP_MILLIS * 2 ** (emptyClaims - 1), LONGEST_EMPTY_SLEEP_MILLIS)

/** How long a waiting lease may still be begun after its claim: the send and the recording must fit into the rest. */
const beginWithinMillis = (leaseMillis: number): number =>
  Math.max(leaseMillis - SEND_DEADLINE_MILLIS - RECORDING_MILLIS, leaseMillis / 5)

/** Leases due deliveries for the lanes as they have room, and sleeps until more can be due. */
export const makeClaimLoop = Effect.fnUntraced(function* (
  queue: DeliveryQueue["Service"],
  outage: StorageOutage,
  lanes: SendLanes,
  paces: EndpointPaces,
  recorder: OutcomeRecorder,
  settings: ClaimSettings
): Effect.fn.Return<ClaimLoop> {
  const clock = yield* Clock.Clock
  const room = Latch.makeUnsafe()
  const sooner = Latch.makeUnsafe()
  const beginWithin = millisToNanos(beginWithinMillis(settings.leaseMillis))
  let lastClaimAt = Option.none<number>()
  let finishedAtClaim = 0
  let retryAt = Number.POSITIVE_INFINITY
  /** Only while asleep later than anything. */
  let wakeAt = Number.NEGATIVE_INFINITY
  let emptyClaims = 0

  /** Whether the loop waits for room, and is to be told of it. */
  let wantsRoom = false

  const nextSize = (): number =>
    claimSize(
      {
        free: lanes.free(),
        waiting: lanes.ready(),
        finished: lanes.finished() - finishedAtClaim,
        unrecorded: recorder.unrecorded()
      },
      { concurrency: settings.concurrency, batch: settings.claimBatch }
    )

  // What the storage has leased reaches the lanes whatever interrupts the loop.
  const claim = Effect.fnUntraced(function* (size: number) {
    const beginBy = clock.monotonicTimeNanosUnsafe() + beginWithin
    const retries = Math.max(0, settings.concurrency - settings.keptForFirst - lanes.retrying())
    const shares = { limitFor: paces.shareOf, excludedEndpoints: paces.full(), maxRetries: retries }
    const leases = yield* queue.claim(size, settings.leaseMillis, shares)
    finishedAtClaim = lanes.finished()
    lastClaimAt = Option.some(clock.currentTimeMillisUnsafe())
    lanes.offer(leases, beginBy)
    return leases.length
  }, Effect.uninterruptible)

  const giveBackStale = Effect.suspend(() => {
    const stale = lanes.takeStale()
    return stale.length === 0 ? Effect.void : outage.persist(queue.release(stale))
  })

  // How long to sleep after a claim that left room; a retry recorded meanwhile may have shortened it.
  const sleepMillis = Effect.fnUntraced(function* (claimed: number) {
    retryAt = Number.POSITIVE_INFINITY
    const next = yield* outage.persist(queue.nextDueAt(paces.full()))
    const dueAt = Option.getOrElse(next, () => Number.POSITIVE_INFINITY)
    const now = clock.currentTimeMillisUnsafe()
    const longest = lanes.waiting() > 0 ? STALE_AFTER_MILLIS : LONGEST_SLEEP_MILLIS
    wakeAt = Math.min(dueAt, retryAt, now + longest)
    if (wakeAt > now || claimed > 0) emptyClaims = 0
    else emptyClaims++
    return Math.max(wakeAt - now, emptySleepMillis(emptyClaims))
  })

  const sleep = Effect.fnUntraced(function* (claimed: number) {
    const millis = yield* sleepMillis(claimed)
    if (millis > 0) yield* Effect.raceAllFirst([Effect.sleep(millis), queue.arrival, sooner.await])
    wakeAt = Number.NEGATIVE_INFINITY
  })

  const run = Effect.gen(function* () {
    while (true) {
      room.closeUnsafe()
      sooner.closeUnsafe()
      yield* giveBackStale
      const size = nextSize()
      if (size === 0) {
        wantsRoom = true
        yield* Effect.raceFirst(room.await, Effect.sleep(STALE_AFTER_MILLIS))
        wantsRoom = false
        continue
      }
      const claimed = yield* outage.persist(claim(size))
      if (claimed < size) yield* sleep(claimed)
    }
  })

  return {
    run,
    recorded: (outcomes) => {
      room.openUnsafe()
      retryAt = Math.min(retryAt, earliestRetry(outcomes))
      if (retryAt < wakeAt) sooner.openUnsafe()
    },
    changed: (reopened) => {
      // Sends end thousands of times a second: the loop is woken for those alone that make room for a claim.
      if (wantsRoom && nextSize() > 0) room.openUnsafe()
      if (reopened) sooner.openUnsafe()
    },
    lastClaimAt: () => lastClaimAt
  }
})
