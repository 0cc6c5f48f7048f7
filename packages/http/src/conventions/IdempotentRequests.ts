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

/** The stored form of the response of an operation, from which it is restored for a repeated request. */
export interface ResponseForm<A, Request> {
  readonly store: (response: A) => string
  readonly restore: (stored: string, request: Request) => Effect.Effect<A, Schema.SchemaError>
}

/** An operation that accepts an idempotency-key. */
export interface IdempotentOperation<A, Request> {
  readonly operation: string
  readonly status: number
  readonly form: ResponseForm<A, Request>
}

/** The form of small responses: the whole response, as a schema encodes it. */
export const wholeResponse = <S extends Schema.Codec<unknown, unknown>>(
  response: S
): ResponseForm<S["Type"], unknown> => {
  const Response = Schema.fromJsonString(response)
  const decode = Schema.decodeEffect(Response)
  return { store: Schema.encodeSync(Response), restore: (stored) => decode(stored) }
}

/**
 * Makes the function that runs the requests of an operation: with an idempotency-key once, then with the stored response;
 * without a key every time. A request is identified by its key in lower case and the SHA-256 of its canonical body.
 */
export const makeIdempotent = Effect.fnUntraced(function* <A, Request>({
  operation,
  status,
  form
}: IdempotentOperation<A, Request>) {
  const idempotency = yield* Idempotency
  const digest = yield* Digest.Digest

  return Effect.fnUntraced(function* <E, R, E2 = never, R2 = never>(
    owner: RequestOwner,
    key: IdempotencyKey | undefined,
    body: Request,
    run: Effect.Effect<A, E, R>,
    before: Effect.Effect<void, E2, R2> = Effect.void
  ) {
    if (key === undefined) return yield* Effect.andThen(before, run)
    const bytes = yield* Effect.orDie(digest.digest(Digest.sha256, encoder.encode(canonicalJson(body))))
    // The first request returns the response that it made: to restore one can take as long as to make it.
    let firstResponse: { readonly response: A; readonly stored: string } | undefined
    const stored = yield* idempotency.once(
      {
        owner,
        operation,
        key: IdempotencyKey.make(key.toLowerCase()),
        fingerprint: Hex.encode(bytes),
        now: yield* DateTime.now
      },
      Effect.map(run, (response) => {
        firstResponse = { response, stored: form.store(response) }
        return { status, body: firstResponse.stored }
      }),
      before
    )
    if (firstResponse?.stored === stored.body) return firstResponse.response
    return yield* Effect.orDie(form.restore(stored.body, body))
  })
})
