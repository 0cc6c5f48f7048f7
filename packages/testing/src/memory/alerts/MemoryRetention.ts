import { type Prunable, type Pruned, Retention } from "@landfall/core/alerts/operations/Retention"
import { type DateTime, Effect, Layer, Option, Result } from "effect"
import { keyOf, MemoryState } from "../state/MemoryState.ts"
import type { Table } from "../state/Table.ts"
import { isOpen } from "./MemoryDeliveries.ts"

type State = MemoryState["Service"]

/** Removes a message with its deliveries, unless one of them is not finished. */
const removeMessage = (state: State, id: string): boolean => {
  const deliveries = state.deliveries.filter(({ messageId }) => messageId === id)
  if (deliveries.some(isOpen)) return false
  for (const { endpointId } of deliveries) state.deliveries.delete(keyOf(id, endpointId))
  return true
}

/** One step over a table in the order of its keys. */
const stepOver = <K extends string, V>(
  table: Table<K, V>,
  idOf: (row: V) => K,
  mayGo: (row: V) => boolean,
  after: string,
  limit: number
): Pruned => {
  const seen = table
    .filter((row) => idOf(row) > after)
    .toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
    .slice(0, limit)
  const done = seen.filter(mayGo)
  for (const row of done) table.delete(idOf(row))
  const last = seen.length < limit ? undefined : seen.at(-1)
  return { removed: done.length, next: Option.map(Option.fromUndefinedOr(last), (row): string => idOf(row)) }
}

const steps = (state: State, before: DateTime.Utc, after: string, limit: number): Record<Prunable, () => Pruned> => {
  const isOld = (at: DateTime.Utc) => at.epochMilliseconds < before.epochMilliseconds
  return {
    messages: () =>
      stepOver(
        state.messages,
        ({ id }) => id,
        ({ id, createdAt }) => isOld(createdAt) && removeMessage(state, id),
        after,
        limit
      ),
    tasks: () =>
      stepOver(
        state.tasks,
        ({ task }) => task.id,
        ({ task }) => "at" in task.state && isOld(task.state.at),
        after,
        limit
      ),
    hours: () =>
      stepOver(
        state.hours,
        ({ endpointId, hour }) => keyOf(endpointId, String(hour.startsAt)),
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
        state.transact(() => Result.succeed(steps(state, before, after, limit)[what]()))
    })
  )
)
