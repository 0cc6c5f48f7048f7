import {
  IDEMPOTENCY_RETENTION_HOURS,
  Idempotency,
  IdempotencyKeyReused,
  type IdempotentRequest,
  IdempotentRequestInFlight,
  type StoredResponse
} from "@landfall/core/accounts/Idempotency"
import { DateTime, Effect, Layer } from "effect"
import { joinKey, MemoryState } from "../state/MemoryState.ts"

/** `Idempotency` on `MemoryState`: the effect is one transaction with the answer kept for its key. */
export const layer = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const inFlight = new Set<string>()

    const runOnce = <E, R>(id: string, request: IdempotentRequest, effect: Effect.Effect<StoredResponse, E, R>) =>
      state.atomically(
        Effect.tap(effect, (answer) =>
          Effect.sync(() => {
            const expiresAt = DateTime.toEpochMillis(DateTime.add(request.now, { hours: IDEMPOTENCY_RETENTION_HOURS }))
            state.idempotentResponses.set(id, { fingerprint: request.fingerprint, response: answer, expiresAt })
          })
        )
      )

    return Idempotency.of({
      once: <E, R, E2 = never, R2 = never>(
        request: IdempotentRequest,
        effect: Effect.Effect<StoredResponse, E, R>,
        before: Effect.Effect<void, E2, R2> = Effect.void
      ) => {
        type Failure = E | E2 | IdempotencyKeyReused | IdempotentRequestInFlight
        return Effect.suspend((): Effect.Effect<StoredResponse, Failure, R | R2> => {
          const { accountId, operation, key, fingerprint } = request
          const id = joinKey(accountId, operation, key)
          if (inFlight.has(id)) return Effect.fail(new IdempotentRequestInFlight({ key }))
          const known = state.idempotentResponses.get(id)
          if (known !== undefined && DateTime.toEpochMillis(request.now) < known.expiresAt) {
            return known.fingerprint === fingerprint
              ? Effect.succeed(known.response)
              : Effect.fail(new IdempotencyKeyReused({ key }))
          }
          inFlight.add(id)
          return Effect.ensuring(
            Effect.andThen(before, runOnce(id, request, effect)),
            Effect.sync(() => inFlight.delete(id))
          )
        })
      }
    })
  })
)
