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

/** `Idempotency` on `MemoryState`. The effect and the storage of its response are one transaction. */
export const layer = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const inFlight = new Set<string>()

    const runOnce = <E, R>(
      requestKey: string,
      request: IdempotentRequest,
      effect: Effect.Effect<StoredResponse, E, R>
    ) =>
      state.atomically(
        Effect.tap(effect, (response) =>
          Effect.sync(() => {
            const expiresAt = DateTime.toEpochMillis(DateTime.add(request.now, { hours: IDEMPOTENCY_RETENTION_HOURS }))
            state.idempotentResponses.set(requestKey, { fingerprint: request.fingerprint, response, expiresAt })
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
          const { owner, operation, key, fingerprint } = request
          const requestKey = joinKey(owner, operation, key)
          if (inFlight.has(requestKey)) return Effect.fail(new IdempotentRequestInFlight({ key }))
          const known = state.idempotentResponses.get(requestKey)
          if (known !== undefined && DateTime.toEpochMillis(request.now) < known.expiresAt) {
            return known.fingerprint === fingerprint
              ? Effect.succeed(known.response)
              : Effect.fail(new IdempotencyKeyReused({ key }))
          }
          inFlight.add(requestKey)
          return Effect.ensuring(
            Effect.andThen(before, runOnce(requestKey, request, effect)),
            Effect.sync(() => inFlight.delete(requestKey))
          )
        })
      }
    })
  })
)
