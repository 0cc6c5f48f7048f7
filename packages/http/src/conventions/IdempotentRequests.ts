import { Idempotency, IdempotencyKey, type RequestOwner } from "@landfall/core/accounts/Idempotency"
import { DateTime, Effect, Schema } from "effect"
import { Digest } from "effect/crypto"
import { Hex } from "effect/encoding"

const encoder = new TextEncoder()

/** JSON with the keys of every object in order, so that equal requests have equal texts. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  )

/** An operation that accepts an idempotency-key. */
export interface IdempotentOperation<S extends Schema.Codec<unknown, unknown>> {
  readonly operation: string
  readonly status: number
  readonly response: S
}

/**
 * Makes the function that runs the requests of an operation: with an idempotency-key once, then with the stored response;
 * without a key every time. A request is identified by its key in lower case and the SHA-256 of its canonical body.
 */
export const makeIdempotent = Effect.fnUntraced(function* <S extends Schema.Codec<unknown, unknown>>(
  options: IdempotentOperation<S>
) {
  const idempotency = yield* Idempotency
  const digest = yield* Digest.Digest
  const Response = Schema.fromJsonString(options.response)
  const encode = Schema.encodeSync(Response)
  const decode = Schema.decodeEffect(Response)

  return Effect.fnUntraced(function* <E, R, E2 = never, R2 = never>(
    owner: RequestOwner,
    key: IdempotencyKey | undefined,
    body: unknown,
    run: Effect.Effect<S["Type"], E, R>,
    before: Effect.Effect<void, E2, R2> = Effect.void
  ) {
    if (key === undefined) return yield* Effect.andThen(before, run)
    const bytes = yield* Effect.orDie(digest.digest(Digest.sha256, encoder.encode(canonicalJson(body))))
    const stored = yield* idempotency.once(
      {
        owner,
        operation: options.operation,
        key: IdempotencyKey.make(key.toLowerCase()),
        fingerprint: Hex.encode(bytes),
        now: yield* DateTime.now
      },
      Effect.map(run, (response) => ({ status: options.status, body: encode(response) })),
      before
    )
    return yield* Effect.orDie(decode(stored.body))
  })
})
