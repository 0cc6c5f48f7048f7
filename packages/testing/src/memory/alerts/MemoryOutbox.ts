import { checkRecipients, Outbox } from "@landfall/core/alerts/Outbox"
import { Effect, Layer, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"
import { postMessage } from "./Deliveries.ts"

/** `Outbox` on `MemoryState`. */
export const layer = Layer.effect(
  Outbox,
  Effect.map(MemoryState, (state) =>
    Outbox.of({
      post: (accountId, draft, now) =>
        state.transact(() =>
          Result.map(
            checkRecipients(draft, (id) => state.endpoints.get(id)?.endpoint.accountId === accountId),
            () => postMessage(state, accountId, draft, now)
          )
        )
    })
  )
)
