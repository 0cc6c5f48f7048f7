import { type DeliveryLease, DeliveryQueue, type LeasePostponement } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { defaultRetryPolicy, type RetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { DispatcherHealth } from "@landfall/core/alerts/dispatch/DispatcherHealth"
import { type AlertTransport, SEND_DEADLINE_MILLIS } from "@landfall/core/alerts/sending/AlertTransport"
import type { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import { DEFAULT_LIMITS } from "@landfall/core/limits/Limits"
import { LoopTurn } from "@landfall/core/limits/LoopTurn"
import { formatCount } from "@landfall/core/listing/Count"
import { Clock, Context, Effect, Exit, Fiber, FiberSet, Latch, Layer, Option } from "effect"
import type { Mac } from "effect/crypto"
import { supervise } from "../supervision/BackgroundLoop.ts"
import { makeStorageOutage } from "../supervision/StorageOutage.ts"
import { type DispatchLimits, laneLimits, STALE_CHECK_MILLIS } from "./DispatchRules.ts"
import { DispatchState } from "./DispatchState.ts"
import { recordGroup } from "./OutcomeGroup.ts"
import { makeSender, type SendOutcome } from "./Sender.ts"
import { makeShortageLog } from "./ShortageLog.ts"

/** All durations in milliseconds. */
export interface DispatcherSettings extends DispatchLimits {
  /** The version of Landfall in the `user-agent` header. */
  readonly version: string
  /** The maximum number of outcomes recorded in one transaction. */
  readonly groupSize: number
  /** The time for which an outcome waits for others to be recorded with it. */
  readonly groupWaitMillis: number
  /** On a stop: the time in which sends may end, and then that in which the storage may record their outcomes. */
  readonly graceMillis: number
  readonly retryPolicy: RetryPolicy
}

/** The settings of a server, except the version in the `user-agent` of deliveries. */
export const defaultDispatcherSettings: Omit<DispatcherSettings, "version"> = {
  ...laneLimits(DEFAULT_LIMITS),
  claimBatch: 512,
  leaseMillis: SEND_DEADLINE_MILLIS + 10_000,
  groupSize: 512,
  groupWaitMillis: 50,
  graceMillis: 5_000,
  retryPolicy: defaultRetryPolicy
}

const SHORTAGE_PAUSE_MILLIS = 100

/** The state and the services of one dispatcher. */
const makeDispatch = Effect.fnUntraced(function* (settings: DispatcherSettings) {
  const sends = yield* FiberSet.make<void>()
  return {
    settings,
    state: new DispatchState(settings),
    queue: yield* DeliveryQueue,
    outage: makeStorageOutage("delivery"),
    logShortage: makeShortageLog(),
    clock: yield* Clock.Clock,
    send: yield* makeSender(settings.version, settings.retryPolicy),
    sends,
    fork: yield* FiberSet.runtime(sends)<Mac.Mac>(),
    turn: yield* LoopTurn.make,
    /** `startSends` is running. */
    starting: false,
    /** Opens when a claim is due before the claim loop would wake by itself. */
    claimDue: Latch.makeUnsafe(),
    /** Opens when there is an outcome to record. */
    outcomeReady: Latch.makeUnsafe(),
    lastClaimAt: Option.none<number>()
  }
})
type Dispatch = Effect.Success<ReturnType<typeof makeDispatch>>

const claimLoop = Effect.fnUntraced(function* (dispatch: Dispatch) {
  const { state, queue, outage, clock, claimDue } = dispatch
  // One claim serves all sends that end in a turn of the event loop.
  const becomesDue = Effect.andThen(claimDue.await, Effect.yieldNow)
  while (true) {
    claimDue.closeUnsafe()
    const stale = state.takeStale(clock.monotonicTimeNanosUnsafe())
    if (stale.length > 0) yield* outage.persist(queue.release(stale))
    const size = state.nextClaim()
    if (size === 0) {
      yield* Effect.raceFirst(becomesDue, Effect.sleep(STALE_CHECK_MILLIS))
      continue
    }
    const claimed = yield* outage.persist(claim(dispatch, size))
    if (claimed === size) continue
    const nextDueAt = yield* outage.persist(queue.nextDueAt(state.exclusions()))
    const millis = state.sleepMillis(claimed, nextDueAt, clock.currentTimeMillisUnsafe())
    if (millis > 0) yield* Effect.raceAllFirst([Effect.sleep(millis), queue.arrival, becomesDue])
  }
})

/** Uninterruptible, so that every lease that the storage grants is added to the state. */
const claim = Effect.fnUntraced(function* (dispatch: Dispatch, size: number) {
  const { state, queue, clock, settings } = dispatch
  const startedAt = clock.monotonicTimeNanosUnsafe()
  const leases = yield* queue.claim(size, settings.leaseMillis, state.claimQuota())
  dispatch.lastClaimAt = Option.some(clock.currentTimeMillisUnsafe())
  state.claimed(leases, startedAt)
  startSends(dispatch)
  return leases.length
}, Effect.uninterruptible)

/** The lease that is sent next; undefined when none may be sent, or in this turn of the event loop. */
const nextLease = (dispatch: Dispatch): DeliveryLease | undefined => {
  const { state, clock, turn } = dispatch
  if (state.waiting === 0) return undefined
  if (turn.hasTime()) return state.nextLease(clock.monotonicTimeNanosUnsafe())
  turn.callNext(() => startSends(dispatch))
  return undefined
}

/** Starts a fiber for each lease that may be sent now. A fiber whose send ends within the loop starts no other. */
const startSends = (dispatch: Dispatch): void => {
  if (dispatch.starting) return
  dispatch.starting = true
  for (let lease = nextLease(dispatch); lease !== undefined; lease = nextLease(dispatch)) {
    dispatch.fork(sendWhileReady(dispatch, lease))
  }
  dispatch.starting = false
}

/** Sends leases one after another while any may be sent. Thousands of sends end each second: a new fiber for each would cost more. */
const sendWhileReady = Effect.fnUntraced(
  function* (dispatch: Dispatch, first: DeliveryLease): Effect.fn.Return<void, never, Mac.Mac> {
    const { state, send, outcomeReady, logShortage } = dispatch
    for (let lease: DeliveryLease | undefined = first; lease !== undefined; ) {
      const sent: Exit.Exit<SendOutcome> = yield* Effect.exit(send(lease))
      if (Exit.isFailure(sent)) {
        yield* Effect.annotateLogs(
          Effect.logError(
            `The outcome of message ${lease.messageId} to ${lease.endpointId} is unknown; it is sent again when its lease expires.`,
            sent.cause
          ),
          { messageId: lease.messageId, endpointId: lease.endpointId }
        )
      }
      const ended = Exit.isSuccess(sent) ? sent.value : undefined
      if (ended?._tag === "Postponed") {
        yield* pauseLane(ended.postponement)
        state.sendPostponed(ended.postponement)
        yield* logShortage(ended.postponement, state.postponements.concurrency)
      } else {
        state.sendEnded(lease, ended?.outcome)
      }
      outcomeReady.openUnsafe()
      lease = nextLease(dispatch)
      startSends(dispatch)
      wakeClaimLoop(dispatch)
    }
  },
  Effect.catchDefect((defect) =>
    Effect.logError("A sending fiber failed; its delivery is sent again when its lease expires.", defect)
  )
)

const wakeClaimLoop = ({ state, claimDue }: Dispatch): void => {
  if (state.isClaimDue()) claimDue.openUnsafe()
}

const recordLoop = Effect.fnUntraced(function* (dispatch: Dispatch) {
  const { state, outcomeReady, settings } = dispatch
  while (true) {
    if (state.unrecorded + state.postponements.size === 0) {
      outcomeReady.closeUnsafe()
      yield* outcomeReady.await
    }
    if (state.unrecorded < settings.groupSize) yield* Effect.sleep(settings.groupWaitMillis)
    yield* returnPostponed(dispatch)
    if (state.unrecorded > 0) yield* recordGroup(dispatch, settings.groupSize)
    wakeClaimLoop(dispatch)
  }
})

/**
 * Occupies the lane of a send that found a shortage for a short time, so that the worker does not claim and return
 * every due delivery while it lasts. The egress policy concerns single endpoints, which wait by themselves.
 */
const pauseLane = ({ reason }: LeasePostponement): Effect.Effect<void> =>
  reason === "egress_policy" ? Effect.void : Effect.sleep(SHORTAGE_PAUSE_MILLIS)

/** Returns the postponed leases to their queues. */
const returnPostponed = Effect.fnUntraced(function* ({ state, queue, outage }: Dispatch) {
  const postponements = state.postponements.take()
  if (postponements.length === 0) return
  yield* outage.persist(queue.postpone(postponements))
  state.returned(postponements)
})

const recordAll = Effect.fnUntraced(function* (dispatch: Dispatch) {
  yield* returnPostponed(dispatch)
  while (dispatch.state.unrecorded > 0) yield* recordGroup(dispatch, dispatch.settings.groupSize)
})

const release = ({ queue, outage }: Dispatch, leases: ReadonlyArray<DeliveryLease>) =>
  leases.length === 0 ? Effect.void : outage.persist(queue.release(leases))

/** Ends the claims, waits for sends up to the grace period, records their outcomes and releases every other lease. */
const stop = Effect.fnUntraced(function* (
  dispatch: Dispatch,
  claiming: Fiber.Fiber<never>,
  recording: Fiber.Fiber<never>
) {
  const { state, sends, settings } = dispatch
  const withinGrace = (work: Effect.Effect<void>) =>
    Effect.timeoutOption(Effect.interruptible(work), settings.graceMillis)
  const releaseWithinGrace = Effect.fnUntraced(function* (leases: ReadonlyArray<DeliveryLease>) {
    if (Option.isSome(yield* withinGrace(release(dispatch, leases)))) return
    const leaseCount = formatCount(leases.length, "lease")
    yield* Effect.logWarning(
      `Storage did not release ${leaseCount} in time; deliveries are sent again when leases expire.`
    )
  })

  yield* Fiber.interrupt(claiming)
  yield* releaseWithinGrace(state.close())
  yield* withinGrace(FiberSet.awaitEmpty(sends))
  yield* FiberSet.clear(sends)
  yield* releaseWithinGrace(state.sendingLeases())
  yield* Fiber.interrupt(recording)
  if (Option.isSome(yield* withinGrace(recordAll(dispatch)))) return
  const outcomeCount = formatCount(state.unrecorded, "outcome")
  yield* Effect.logWarning(
    `Storage did not record ${outcomeCount} in time; deliveries are sent again when leases expire.`
  )
})

const make = Effect.fnUntraced(function* (settings: DispatcherSettings) {
  const dispatch = yield* makeDispatch(settings)
  const claiming = yield* Effect.forkScoped(supervise("delivery claims", claimLoop(dispatch)))
  const recording = yield* Effect.forkScoped(supervise("delivery outcomes", recordLoop(dispatch)))
  yield* Effect.addFinalizer(() => stop(dispatch, claiming, recording))
  const { state, outage } = dispatch
  const health = Effect.sync(
    (): DispatcherHealth => ({
      lastClaimAt: dispatch.lastClaimAt,
      storageUnavailableSince: outage.since(),
      inFlight: state.sending,
      waiting: state.waiting,
      unrecorded: state.unrecorded,
      attempts: state.attempts,
      postponed: state.postponements.tally,
      concurrency: state.postponements.concurrency
    })
  )
  return DeliveryDispatcher.of({ health })
})

/**
 * Sends due deliveries while its layer lives: leases them, signs and sends them through the transport, and records the
 * outcomes in groups. `DispatchState` decides what it does next.
 */
export class DeliveryDispatcher extends Context.Service<
  DeliveryDispatcher,
  {
    /** The current health of this dispatcher. */
    readonly health: Effect.Effect<DispatcherHealth>
  }
>()("@landfall/worker/dispatch/Dispatcher/DeliveryDispatcher") {
  static readonly layer = (
    settings: DispatcherSettings
  ): Layer.Layer<DeliveryDispatcher, never, DeliveryQueue | AlertTransport | HeaderKeys | Mac.Mac> =>
    Layer.effect(DeliveryDispatcher, make(settings))
}
