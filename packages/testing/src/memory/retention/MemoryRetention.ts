import {
  isExpired,
  isExpiredTask,
  isFinished,
  nextPruneStart,
  type Prunable,
  type PruneResult,
  Retention
} from "@landfall/core/alerts/operations/Retention"
import { type ClockRecord, observeClock, trustedClock } from "@landfall/core/alerts/operations/RetentionClock"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { joinKey, MemoryState } from "../state/MemoryState.ts"
import type { Table } from "../state/Table.ts"
import { pruneUntracked } from "../tracking/UntrackedEvents.ts"

type State = MemoryState["Service"]

/** Removes the deliveries of a message, unless one of them is open. */
const removeDeliveries = (state: State, id: string): boolean => {
  const deliveries = state.deliveries.filter(({ messageId }) => messageId === id)
  if (!isFinished(deliveries.map((row) => row.state))) return false
  for (const { endpointId } of deliveries) state.deliveries.delete(joinKey(id, endpointId))
  return true
}

/** Removes expired rows of a table, one step in the order of its keys. */
const pruneTable = <K extends string, V>(
  table: Table<K, V>,
  idOf: (row: V) => K,
  isRemoved: (row: V) => boolean,
  after: string,
  limit: number
): PruneResult => {
  const read = table
    .filter((row) => idOf(row) > after)
    .toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
    .slice(0, limit)
  const removed = read.filter(isRemoved)
  for (const row of removed) table.delete(idOf(row))
  return { removed: removed.length, next: nextPruneStart(read.map(idOf), limit) }
}

const makePruners = (
  state: State,
  before: number,
  after: string,
  limit: number
): Record<Prunable, () => PruneResult> => ({
  messages: () =>
    pruneTable(
      state.messages,
      ({ id }) => id,
      ({ id, createdAt }) => isExpired(createdAt.epochMilliseconds, before) && removeDeliveries(state, id),
      after,
      limit
    ),
  tasks: () =>
    pruneTable(
      state.tasks,
      ({ task }) => task.id,
      ({ task }) => isExpiredTask(task, before),
      after,
      limit
    ),
  events: () => pruneUntracked(state, before, after, limit),
  responses: () => {
    const expired = state.idempotentResponses
      .filter(({ expiresAt }) => isExpired(expiresAt.epochMilliseconds, before))
      .slice(0, limit)
    for (const { requestKey } of expired) state.idempotentResponses.delete(requestKey)
    return { removed: expired.length, next: expired.length < limit ? Option.none() : Option.some(after) }
  },
  hours: () =>
    pruneTable(
      state.attemptHours,
      ({ endpointId, hour }) => joinKey(endpointId, String(hour.startsAt)),
      ({ hour }) => isExpired(hour.startsAt, before),
      after,
      limit
    )
})

/** `Retention` on `MemoryState`. */
export const layer = Layer.effect(
  Retention,
  Effect.map(MemoryState, (state) => {
    let record: ClockRecord = { trustedAt: Option.none(), suspect: Option.none() }
    return Retention.of({
      now: Effect.map(DateTime.now, (now) => {
        const observation = observeClock(record, now.epochMilliseconds)
        record = observation.record
        return observation.isTrusted ? Option.some(now) : Option.none()
      }),
      trustClock: Effect.tap(DateTime.now, (now) =>
        Effect.sync(() => {
          record = trustedClock(now.epochMilliseconds)
        })
      ),
      prune: (kind, before, after, limit) =>
        state.transact(() => Result.succeed(makePruners(state, before.epochMilliseconds, after, limit)[kind]()))
    })
  })
)
