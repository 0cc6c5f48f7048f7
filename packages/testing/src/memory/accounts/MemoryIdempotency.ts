import {
  countEnd,
  Idempotency,
  type IdempotencyKeyReused,
  type IdempotentRequest,
  IdempotentRequestInFlight,
  isCounted,
  repeatedResponse,
  responseExpiry,
  type StoredResponse,
  storedBytesOf
} from "@landfall/core/accounts/Idempotency"
import { checkLimit, type LimitExceeded } from "@landfall/core/limits/Limits"
import { DateTime, Effect, Layer } from "effect"
import { joinKey, MemoryState } from "../state/MemoryState.ts"

/** `Idempotency` on `MemoryState`. The effect and the storage of its response are one transaction. */
export const layer = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const inFlight = new Set<string>()

    /** Fails when the account has stored too many bytes of responses. */
    const checkBytes = ({ owner, now }: IdempotentRequest) => {
      if (!isCounted(owner)) return Effect.void
      const bytes = state.idempotentResponses
        .filter((row) => row.owner === owner && countEnd(row.expiresAt) > now.epochMilliseconds)
        .reduce((total, { response }) => total + storedBytesOf(response), 0)
      return Effect.fromResult(checkLimit(state.limits, "account.idempotentBytes", bytes))
    }

    const runOnce = <E, R>(
      requestKey: string,
      request: IdempotentRequest,
      effect: Effect.Effect<StoredResponse, E, R>
    ) =>
      state.atomically(
        Effect.tap(effect, (response) => {
          const { owner, fingerprint, now } = request
          const expiresAt = responseExpiry(now)
          state.idempotentResponses.set(requestKey, { requestKey, owner, fingerprint, response, expiresAt })
          return checkBytes(request)
        })
      )

    return Idempotency.of({
      once: <E, R, E2 = never, R2 = never>(
        request: IdempotentRequest,
        effect: Effect.Effect<StoredResponse, E, R>,
        before: Effect.Effect<void, E2, R2> = Effect.void
      ) => {
        type Failure = E | E2 | IdempotencyKeyReused | IdempotentRequestInFlight | LimitExceeded
        return Effect.suspend((): Effect.Effect<StoredResponse, Failure, R | R2> => {
          const { owner, operation, key } = request
          const requestKey = joinKey(owner, operation, key)
          if (inFlight.has(requestKey)) return Effect.fail(new IdempotentRequestInFlight({ key }))
          const existing = state.idempotentResponses.get(requestKey)
          if (existing !== undefined && DateTime.isLessThan(request.now, existing.expiresAt)) {
            return Effect.fromResult(repeatedResponse(existing, request))
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
