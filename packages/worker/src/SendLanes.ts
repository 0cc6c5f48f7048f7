import type { DeliveryLease, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Clock, type Duration, Effect, Exit, Fiber, Latch, Queue, type Scope } from "effect"
import type { EndpointPaces } from "./EndpointPaces.ts"
import { makeLanePlan } from "./LanePlan.ts"
import { supervised } from "./Supervision.ts"

export interface LaneSettings {
  /** How many deliveries are sent at once. */
  readonly concurrency: number
  /** Of these, how many to one endpoint. */
  readonly perEndpoint: number
  /** Of these, how many are kept for first attempts to endpoints that have not just failed. */
  readonly keptForFirst: number
}

/** A fixed number of fibers that send what is put before them: endpoints in turn, and of each first come, first sent. */
export interface SendLanes {
  readonly offer: (leases: ReadonlyArray<DeliveryLease>, beginBy: bigint) => void
  /** Lanes that send nothing. */
  readonly free: () => number
  /** Lanes in which something is sent that was tried before, or whose endpoint has just failed. */
  readonly retrying: () => number
  readonly sending: () => number
  readonly waiting: () => number
  /** How many of those that wait could be sent if there were lanes enough. */
  readonly ready: () => number
  /** How many sends have ended since the start. */
  readonly finished: () => number
  /** Leases that waited too long to be sent safely; the caller gives them back. */
  readonly takeStale: () => ReadonlyArray<DeliveryLease>
  /**
   * Begins nothing more, lets what is being sent end within `grace` and then cuts it off. Answers the leases that were
   * not sent to the end, in two parts as they become known.
   */
  readonly stop: (
    grace: Duration.Input,
    giveBack: (leases: ReadonlyArray<DeliveryLease>) => Effect.Effect<void>
  ) => Effect.Effect<void>
}

/**
 * @param send never fails; a defect in it costs one delivery its lease and nothing else
 * @param done takes each outcome
 * @param changed is called when a send has ended, with whether there is room for more of its endpoint since
 */
export const makeSendLanes = Effect.fnUntraced(function* <R>(
  settings: LaneSettings,
  paces: EndpointPaces,
  send: (lease: DeliveryLease) => Effect.Effect<LeaseOutcome, never, R>,
  done: (outcome: LeaseOutcome) => void,
  changed: (reopened: boolean) => void
): Effect.fn.Return<SendLanes, never, R | Scope.Scope> {
  const clock = yield* Clock.Clock
  const plan = makeLanePlan(settings, paces)
  const granted = yield* Queue.unbounded<DeliveryLease>()
  const sending = new Set<DeliveryLease>()
  const quiet = Latch.makeUnsafe(true)
  let stopped = false
  let finished = 0

  /** What may begin now, if anything; it counts as begun. */
  const next = (): DeliveryLease | undefined => {
    if (stopped) return undefined
    const lease = plan.next(clock.monotonicTimeNanosUnsafe())
    if (lease === undefined) return undefined
    sending.add(lease)
    quiet.closeUnsafe()
    return lease
  }

  /** Hands what may begin now to the lanes that are free. */
  const begin = () => {
    for (let lease = next(); lease !== undefined; lease = next()) Queue.offerUnsafe(granted, lease)
  }

  const ended = (lease: DeliveryLease, endpointId: EndpointId, succeeded: boolean | undefined) => {
    sending.delete(lease)
    plan.ended(lease)
    if (succeeded === undefined) paces.returned(endpointId)
    else paces.ended(endpointId, succeeded)
    finished++
    if (sending.size === 0) quiet.openUnsafe()
  }

  // A lane that has ended a send begins the next one itself: a way round by the queue would cost each delivery a wake-up.
  const lane = Effect.gen(function* () {
    let following: DeliveryLease | undefined
    while (true) {
      const lease: DeliveryLease = following ?? (yield* Queue.take(granted))
      const exit = yield* Effect.exit(send(lease))
      const wasFull = paces.isFull(lease.endpointId)
      ended(lease, lease.endpointId, Exit.isSuccess(exit) ? exit.value.next._tag === "Succeed" : undefined)
      if (Exit.isSuccess(exit)) done(exit.value)
      else yield* Effect.logError(`What came of ${lease.messageId} at ${lease.endpointId} is not known.`, exit.cause)
      following = next()
      begin()
      changed(wasFull && !paces.isFull(lease.endpointId))
    }
  })
  const lanes: Array<Fiber.Fiber<never>> = []
  for (let count = 0; count < settings.concurrency; count++)
    lanes.push(yield* Effect.forkScoped(supervised("A lane of the delivery worker", lane)))

  return {
    offer: (leases, beginBy) => {
      for (const lease of leases) {
        paces.taken(lease.endpointId)
        plan.add(lease, beginBy)
      }
      begin()
    },
    free: () => settings.concurrency - sending.size,
    retrying: plan.retrying,
    sending: () => sending.size,
    waiting: plan.waiting,
    ready: plan.ready,
    finished: () => finished,
    takeStale: () => {
      const stale = plan.takeOlderThan(clock.monotonicTimeNanosUnsafe())
      for (const { endpointId } of stale) paces.returned(endpointId)
      return stale
    },
    stop: Effect.fnUntraced(function* (grace, giveBack) {
      stopped = true
      const unbegun = yield* Queue.clear(granted)
      for (const lease of unbegun) sending.delete(lease)
      if (sending.size === 0) quiet.openUnsafe()
      yield* giveBack([...plan.takeAll(), ...unbegun])
      yield* Effect.timeoutOption(Effect.interruptible(quiet.await), grace)
      yield* Fiber.interruptAll(lanes)
      yield* giveBack([...sending])
    })
  }
})
