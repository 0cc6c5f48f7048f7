import type { DeliveryQueue, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Effect, Latch } from "effect"
import type { StorageOutage } from "./StorageOutage.ts"

/** How often a group is tried that the storage refuses before the outcome at fault is looked for. */
const FAULT_ATTEMPTS = 5

/** Gathers outcomes and records them in groups, one transaction each, in the order they came. */
export interface OutcomeRecorder {
  readonly add: (outcome: LeaseOutcome) => void
  /** How many outcomes are not stored yet. */
  readonly unrecorded: () => number
  /** Records for ever; may be interrupted at any time without losing an outcome. */
  readonly run: Effect.Effect<never>
  /** Records everything that was added. Not to be run beside `run`. */
  readonly flush: Effect.Effect<void>
}

export interface RecorderSettings {
  /** The most outcomes in one transaction. */
  readonly groupSize: number
  /** How long the first outcome of a group waits for others, in milliseconds. */
  readonly groupWaitMillis: number
}

const names = (outcomes: ReadonlyArray<LeaseOutcome>): string =>
  outcomes.map(({ lease }) => `${lease.messageId} to ${lease.endpointId}`).join(", ")

const logLost = (lost: ReadonlyArray<LeaseOutcome>) =>
  Effect.logWarning(`${lost.length} outcomes came after their lease had ended and were not recorded: ${names(lost)}.`)

const logRefused = (outcome: LeaseOutcome, error: StorageError) =>
  Effect.logError(
    `The storage refuses the outcome of ${names([outcome])}; the delivery is sent again when its lease ends.`,
    error
  )

/** @param recorded is told of every group that the storage has taken */
export const makeOutcomeRecorder = (
  queue: DeliveryQueue["Service"],
  outage: StorageOutage,
  settings: RecorderSettings,
  recorded: (outcomes: ReadonlyArray<LeaseOutcome>, lost: ReadonlyArray<LeaseOutcome>) => void
): OutcomeRecorder => {
  const pending: Array<LeaseOutcome> = []
  const arrived = Latch.makeUnsafe()

  // The head of `pending` is taken off only by the call that has stored it, so that an interruption loses nothing.
  const recordHead = (group: ReadonlyArray<LeaseOutcome>) =>
    queue.record(group).pipe(
      Effect.tap((lost) => {
        pending.splice(0, group.length)
        recorded(group, lost)
        return lost.length > 0 ? logLost(lost) : Effect.void
      }),
      Effect.uninterruptible
    )

  // A group that stays refused is halved until the outcome at fault is alone; the halves need no patience of their own.
  const recordGroup = (size: number, attempts: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const group = pending.slice(0, size)
      return Effect.catch(Effect.asVoid(outage.persistUnlessFault(recordHead(group), attempts)), (error) => {
        const [head, ...others] = group
        if (head === undefined) return Effect.void
        if (others.length === 0) {
          pending.shift()
          return logRefused(head, error)
        }
        const half = Math.ceil(group.length / 2)
        return Effect.andThen(recordGroup(half, 1), recordGroup(group.length - half, 1))
      })
    })

  const next = Effect.suspend(() => recordGroup(Math.min(pending.length, settings.groupSize), FAULT_ATTEMPTS))

  const run = Effect.gen(function* () {
    while (true) {
      if (pending.length === 0) {
        arrived.closeUnsafe()
        yield* arrived.await
      }
      if (pending.length < settings.groupSize) yield* Effect.sleep(settings.groupWaitMillis)
      yield* next
    }
  })

  return {
    add: (outcome) => {
      pending.push(outcome)
      arrived.openUnsafe()
    },
    unrecorded: () => pending.length,
    run,
    flush: Effect.whileLoop({ while: () => pending.length > 0, body: () => next, step: () => {} })
  }
}
