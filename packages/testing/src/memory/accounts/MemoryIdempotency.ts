import {
  IDEMPOTENCY_HOURS,
  Idempotency,
  IdempotencyKeyReused,
  type IdempotentRequest,
  IdempotentRequestInFlight,
  type StoredAnswer
} from "@landfall/core/accounts/Idempotency"
import { DateTime, Effect, Layer } from "effect"
import { keyOf, MemoryState } from "../state/MemoryState.ts"

/** `Idempotency` on `MemoryState`: the effect is one transaction with the answer kept for its key. */
export const layer = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const inFlight = new Set<string>()

    const runOnce = <E, R>(id: string, request: IdempotentRequest, effect: Effect.Effect<StoredAnswer, E, R>) =>
      state.atomically(
        Effect.tap(effect, (answer) =>
          Effect.sync(() => {
            const expiresAt = DateTime.toEpochMillis(DateTime.add(request.now, { hours: IDEMPOTENCY_HOURS }))
            state.answers.set(id, { fingerprint: request.fingerprint, answer, expiresAt })
          })
        )
      )

    return Idempotency.of({
      once: <E, R, E2 = never, R2 = never>(
        request: IdempotentRequest,
        effect: Effect.Effect<StoredAnswer, E, R>,
        before: Effect.Effect<void, E2, R2> = Effect.void
      ) => {
        type Failure = E | E2 | IdempotencyKeyReused | IdempotentRequestInFlight
        return Effect.suspend((): Effect.Effect<StoredAnswer, Failure, R | R2> => {
          const { accountId, operation, key, fingerprint } = request
          const id = keyOf(accountId, operation, key)
          if (inFlight.has(id)) return Effect.fail(new IdempotentRequestInFlight({ key }))
          const known = state.answers.get(id)
          if (known !== undefined && DateTime.toEpochMillis(request.now) < known.expiresAt) {
            return known.fingerprint === fingerprint
              ? Effect.succeed(known.answer)
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
