import { SharedBuckets } from "@landfall/core/limits/SharedBuckets"
import { debitTokens } from "@landfall/core/limits/TokenBucket"
import { Clock, Effect, Layer, Result } from "effect"
import { joinKey, MemoryState } from "../state/MemoryState.ts"

/** `SharedBuckets` on `MemoryState`. */
export const layer = Layer.effect(
  SharedBuckets,
  Effect.map(MemoryState, (state) =>
    SharedBuckets.of({
      take: (policy, debits) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() =>
            Result.succeed(
              debits.map(({ key, tokens }) => {
                const bucket = joinKey(policy.name, key)
                const fullAt = debitTokens(policy, state.rateBuckets.get(bucket) ?? now, now, tokens)
                state.rateBuckets.set(bucket, fullAt)
                return { key, millisUntilFull: fullAt - now }
              })
            )
          )
        )
    })
  )
)
