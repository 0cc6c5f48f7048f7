import { Retention } from "@landfall/core/alerts/Retention"
import { type DateTime, Effect, Layer, Option, Result } from "effect"
import { isOpen } from "./MemoryDeliveries.ts"
import { keyOf, MemoryState } from "./MemoryState.ts"

/** `Retention` on `MemoryState`, which has neither figures of hours nor tasks to remove. */
export const layer = Layer.effect(
  Retention,
  Effect.map(MemoryState, (state) => {
    const pruneMessages = (before: DateTime.Utc, after: string, limit: number) => {
      const seen = state.messages
        .filter(({ id }) => id > after)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
      const old = seen.filter(({ createdAt }) => createdAt.epochMilliseconds < before.epochMilliseconds)
      let removed = 0
      for (const { id } of old) {
        const deliveries = state.deliveries.filter(({ messageId }) => messageId === id)
        if (deliveries.some(isOpen)) continue
        for (const { endpointId } of deliveries) state.deliveries.delete(keyOf(id, endpointId))
        state.messages.delete(id)
        removed++
      }
      const last = old.length === 0 || seen.length < limit ? undefined : seen.at(-1)
      return { removed, next: Option.map(Option.fromUndefinedOr(last), ({ id }): string => id) }
    }

    return Retention.of({
      prune: (what, before, after, limit) =>
        what === "messages"
          ? state.transact(() => Result.succeed(pruneMessages(before, after, limit)))
          : Effect.succeed({ removed: 0, next: Option.none() })
    })
  })
)
