import { type Prunable, type PruneResult, Retention } from "@landfall/core/alerts/operations/Retention"
import { type DateTime, Effect, Layer, Option, Result } from "effect"
import { joinKey, MemoryState } from "../state/MemoryState.ts"
import type { Table } from "../state/Table.ts"
import { isOpen } from "./Deliveries.ts"

type State = MemoryState["Service"]

/** Removes a message with its deliveries, unless one of them is not finished. */
const removeMessage = (state: State, id: string): boolean => {
  const deliveries = state.deliveries.filter(({ messageId }) => messageId === id)
  if (deliveries.some(isOpen)) return false
  for (const { endpointId } of deliveries) state.deliveries.delete(joinKey(id, endpointId))
  return true
}

/** One step over a table in the order of its keys. */
const pruneTable = <K extends string, V>(
  table: Table<K, V>,
  idOf: (row: V) => K,
  mayGo: (row: V) => boolean,
  after: string,
  limit: number
): PruneResult => {
  const seen = table
    .filter((row) => idOf(row) > after)
    .toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
    .slice(0, limit)
  const done = seen.filter(mayGo)
  for (const row of done) table.delete(idOf(row))
  const last = seen.length < limit ? undefined : seen.at(-1)
  return { removed: done.length, next: Option.map(Option.fromUndefinedOr(last), (row): string => idOf(row)) }
}

const makePruners = (
  state: State,
  before: DateTime.Utc,
  after: string,
  limit: number
): Record<Prunable, () => PruneResult> => {
  const isOld = (at: DateTime.Utc) => at.epochMilliseconds < before.epochMilliseconds
  return {
    messages: () =>
      pruneTable(
        state.messages,
        ({ id }) => id,
        ({ id, createdAt }) => isOld(createdAt) && removeMessage(state, id),
        after,
        limit
      ),
    tasks: () =>
      pruneTable(
        state.tasks,
        ({ task }) => task.id,
        ({ task }) => "at" in task.state && isOld(task.state.at),
        after,
        limit
      ),
    hours: () =>
      pruneTable(
        state.attemptHours,
        ({ endpointId, hour }) => joinKey(endpointId, String(hour.startsAt)),
        ({ hour }) => hour.startsAt < before.epochMilliseconds,
        after,
        limit
      )
  }
}

/** `Retention` on `MemoryState`. */
export const layer = Layer.effect(
  Retention,
  Effect.map(MemoryState, (state) =>
    Retention.of({
      prune: (what, before, after, limit) =>
        state.transact(() => Result.succeed(makePruners(state, before, after, limit)[what]()))
    })
  )
)
