import type { Account } from "@landfall/core/accounts/Account"
import type { IdempotencyKey, IdempotentRequest } from "@landfall/core/accounts/Idempotency"
import { DateTime, Effect } from "effect"
import { Digest } from "effect/crypto"
import { Hex } from "effect/encoding"

const encoder = new TextEncoder()

/** JSON with the keys of every object in order, so that one request has one text however it was written. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  )

/** Runs `use` with the idempotent form of a request: its key and the SHA-256 of its canonical body. */
export const idempotent = Effect.fnUntraced(function* <A, E, R>(
  options: {
    readonly account: Account
    readonly key: IdempotencyKey
    readonly operation: string
    readonly request: unknown
  },
  use: (request: IdempotentRequest) => Effect.Effect<A, E, R>
) {
  const digest = yield* Digest.Digest
  const bytes = yield* Effect.orDie(digest.digest(Digest.sha256, encoder.encode(canonical(options.request))))
  return yield* use({
    accountId: options.account.id,
    operation: options.operation,
    key: options.key,
    fingerprint: Hex.encode(bytes),
    now: yield* DateTime.now
  })
})
