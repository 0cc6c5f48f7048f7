import type { Lease, Outcome } from "@landfall/core/alerts/DeliveryQueue"
import { Clock, type Duration, Effect, Exit, Fiber, Latch, Queue, type Scope } from "effect"
import { supervised } from "./Supervision.ts"

/** A lease in hand, and the monotonic instant in nanoseconds after which its send would outlast it. */
interface Held {
  readonly lease: Lease
  readonly beginBy: bigint
}

/** A fixed number of fibers that send what is put before them, first come, first sent. */
export interface SendLanes {
  readonly offer: (leases: ReadonlyArray<Lease>, beginBy: bigint) => void
  /** Lanes that send nothing. */
  readonly free: () => number
  readonly sending: () => number
  readonly waiting: () => number
  /** How many sends have ended since the start. */
  readonly finished: () => number
  readonly hasStale: () => boolean
  /** Leases that waited too long to be sent safely; the caller gives them back. */
  readonly takeStale: () => ReadonlyArray<Lease>
  /**
   * Begins nothing more, lets what is being sent end within `grace` and then cuts it off. Answers the leases that were
   * not sent to the end, in two parts as they become known.
   */
  readonly stop: (
    grace: Duration.Input,
    giveBack: (leases: ReadonlyArray<Lease>) => Effect.Effect<void>
  ) => Effect.Effect<void>
}

/**
 * @param send never fails; a defect in it costs one delivery its lease and nothing else
 * @param done takes each outcome
 * @param changed is called when a lane became free or a lease stale
 */
export const makeSendLanes = Effect.fnUntraced(function* <R>(
  concurrency: number,
  send: (lease: Lease) => Effect.Effect<Outcome, never, R>,
  done: (outcome: Outcome) => void,
  changed: () => void
): Effect.fn.Return<SendLanes, never, R | Scope.Scope> {
  const clock = yield* Clock.Clock
  const waiting = yield* Queue.unbounded<Held>()
  const unsent = new Set<Lease>()
  const sending = new Set<Lease>()
  const quiet = Latch.makeUnsafe(true)
  let stale: Array<Lease> = []
  let finished = 0

  const sendHeld = Effect.fnUntraced(function* ({ lease, beginBy }: Held) {
    if (clock.monotonicTimeNanosUnsafe() > beginBy) {
      unsent.delete(lease)
      stale.push(lease)
      return changed()
    }
    sending.add(lease)
    quiet.closeUnsafe()
    const exit = yield* Effect.exit(send(lease))
    sending.delete(lease)
    unsent.delete(lease)
    finished++
    if (sending.size === 0) quiet.openUnsafe()
    if (Exit.isSuccess(exit)) done(exit.value)
    else yield* Effect.logError(`What came of ${lease.messageId} at ${lease.endpointId} is not known.`, exit.cause)
    changed()
  })

  const lane = Effect.gen(function* () {
    while (true) yield* sendHeld(yield* Queue.take(waiting))
  })
  const lanes: Array<Fiber.Fiber<never>> = []
  for (let count = 0; count < concurrency; count++)
    lanes.push(yield* Effect.forkScoped(supervised("A lane of the delivery worker", lane)))

  return {
    offer: (leases, beginBy) => {
      for (const lease of leases) unsent.add(lease)
      Queue.offerAllUnsafe(
        waiting,
        leases.map((lease) => ({ lease, beginBy }))
      )
    },
    free: () => concurrency - sending.size,
    sending: () => sending.size,
    waiting: () => unsent.size - sending.size,
    finished: () => finished,
    hasStale: () => stale.length > 0,
    takeStale: () => {
      const leases = stale
      stale = []
      return leases
    },
    stop: Effect.fnUntraced(function* (grace, giveBack) {
      const unbegun = yield* Queue.clear(waiting)
      for (const { lease } of unbegun) unsent.delete(lease)
      yield* giveBack([...stale, ...unbegun.map(({ lease }) => lease)])
      yield* Effect.timeoutOption(Effect.interruptible(quiet.await), grace)
      yield* Fiber.interruptAll(lanes)
      yield* giveBack([...unsent])
    })
  }
})
