import { assert } from "@effect/vitest"
import { LimitExceeded, type LimitName } from "@landfall/core/limits/Limits"
import { Effect, Result } from "effect"

/** The objects that an account may have in these suites. */
export const LIMIT = 3
/** The endpoints that a shipment may be registered on. */
export const MAX_ENDPOINTS = 2
export const NUMBERS = Array.from({ length: 8 }, (_, index) => index + 1)

/** Runs every effect at the same time, and returns how many succeeded; the others must exceed the limit. */
export const countAdmitted = Effect.fnUntraced(function* <A, E, R>(
  effects: ReadonlyArray<Effect.Effect<A, E | LimitExceeded, R>>,
  limit: LimitName
) {
  const results = yield* Effect.forEach(effects, Effect.result, { concurrency: "unbounded" })
  for (const result of results) {
    if (Result.isFailure(result))
      assert.deepStrictEqual(result.failure, new LimitExceeded({ limit, value: LIMIT, needed: LIMIT + 1 }))
  }
  return results.filter(Result.isSuccess).length
})
