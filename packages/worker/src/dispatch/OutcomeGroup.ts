import type { DeliveryQueue, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Effect } from "effect"
import type { StorageOutage } from "../supervision/StorageOutage.ts"
import type { DispatchState } from "./DispatchState.ts"

/** The attempts to record a group that the storage rejects, before the group is halved to find the invalid outcome. */
const ATTEMPTS = 5

interface Recording {
  readonly state: DispatchState
  readonly queue: DeliveryQueue["Service"]
  readonly outage: StorageOutage
}

const nameOf = ({ lease }: LeaseOutcome): string => `${lease.messageId} to ${lease.endpointId}`

const logLost = (lost: ReadonlyArray<LeaseOutcome>) =>
  Effect.logWarning(
    `Outcomes not recorded because their leases had expired (${lost.length}): ${lost.map(nameOf).join(", ")}.`
  )

const logRejected = (outcome: LeaseOutcome, error: StorageError) =>
  Effect.annotateLogs(
    Effect.logError(
      `Storage rejects the outcome of ${nameOf(outcome)}; the delivery is sent again when its lease expires.`,
      error
    ),
    { messageId: outcome.lease.messageId, endpointId: outcome.lease.endpointId }
  )

/** Uninterruptible: outcomes leave the state if and only if the storage has recorded them. */
const record = ({ state, queue }: Recording, group: ReadonlyArray<LeaseOutcome>) =>
  queue.record(group).pipe(
    Effect.tap((lost) => {
      state.recorded(group, lost)
      return lost.length > 0 ? logLost(lost) : Effect.void
    }),
    Effect.uninterruptible
  )

/**
 * Records the oldest outcomes, `size` at most, in one transaction; waits while the storage is unavailable. A group that
 * the storage rejects is halved until the invalid outcome is alone; that one is logged and dropped.
 */
export const recordGroup = (recording: Recording, size: number, attempts = ATTEMPTS): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { state, outage } = recording
    const group = state.nextOutcomes(size)
    return Effect.catch(Effect.asVoid(outage.persistUnlessFault(record(recording, group), attempts)), (error) => {
      const [head, ...others] = group
      if (head === undefined) return Effect.void
      if (others.length === 0) {
        state.rejected()
        return logRejected(head, error)
      }
      const half = Math.ceil(group.length / 2)
      return Effect.andThen(recordGroup(recording, half, 1), recordGroup(recording, group.length - half, 1))
    })
  })
