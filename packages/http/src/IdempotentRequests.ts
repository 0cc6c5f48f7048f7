import type { Account } from "@landfall/core/accounts/Account"
import { Idempotency, IdempotencyKey } from "@landfall/core/accounts/Idempotency"
import { DateTime, Effect, Schema } from "effect"
import { Digest } from "effect/crypto"
import { Hex } from "effect/encoding"

const encoder = new TextEncoder()

/** JSON with the keys of every object in order, so that one request has one text however it was written. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  )

/** One operation that callers may repeat under a key of theirs. */
export interface IdempotentOperation<S extends Schema.Codec<unknown, unknown>> {
  readonly operation: string
  readonly status: number
  readonly response: S
}

/**
 * Makes what runs requests of an operation: under an idempotency-key once, and with the first answer again afterwards;
 * without a key each time. A request is known by its key, in small letters, and the SHA-256 of its canonical body.
 */
export const makeIdempotent = Effect.fnUntraced(function* <S extends Schema.Codec<unknown, unknown>>(
  options: IdempotentOperation<S>
) {
  const idempotency = yield* Idempotency
  const digest = yield* Digest.Digest
  const Answer = Schema.fromJsonString(options.response)
  const encode = Schema.encodeSync(Answer)
  const decode = Schema.decodeEffect(Answer)

  return Effect.fnUntraced(function* <E, R, E2 = never, R2 = never>(
    account: Account,
    key: IdempotencyKey | undefined,
    body: unknown,
    run: Effect.Effect<S["Type"], E, R>,
    before: Effect.Effect<void, E2, R2> = Effect.void
  ) {
    if (key === undefined) return yield* Effect.andThen(before, run)
    const bytes = yield* Effect.orDie(digest.digest(Digest.sha256, encoder.encode(canonicalJson(body))))
    const stored = yield* idempotency.once(
      {
        accountId: account.id,
        operation: options.operation,
        key: IdempotencyKey.make(key.toLowerCase()),
        fingerprint: Hex.encode(bytes),
        now: yield* DateTime.now
      },
      Effect.map(run, (answer) => ({ status: options.status, body: encode(answer) })),
      before
    )
    return yield* Effect.orDie(decode(stored.body))
  })
})
