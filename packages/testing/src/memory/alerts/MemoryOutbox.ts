import { Outbox } from "@landfall/core/alerts/Outbox"
import { Effect, Layer, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"
import { postMessage } from "./Deliveries.ts"

/** `Outbox` on `MemoryState`. */
export const layer = Layer.effect(
  Outbox,
  Effect.map(MemoryState, (state) =>
    Outbox.of({
      post: (accountId, draft, now) => state.transact(() => Result.succeed(postMessage(state, accountId, draft, now)))
    })
  )
)
