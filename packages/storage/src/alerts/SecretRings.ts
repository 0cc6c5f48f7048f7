import type { SecretBox, SecretUnreadable } from "@landfall/core/alerts/SecretBox"
import { type SecretRing, type SigningSecret, SigningSecretText } from "@landfall/core/alerts/SigningSecret"
import { Effect, Option, Redacted, Schema } from "effect"

/** The columns of `endpoint` that hold its secrets, sealed. */
export const SecretRingRow = Schema.Struct({
  secret: Schema.String,
  previousSecret: Schema.OptionFromNullOr(Schema.String),
  previousSecretExpiresAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis)
})
export type SecretRingRow = typeof SecretRingRow.Type

export const sealRing = Effect.fnUntraced(function* (box: SecretBox["Service"], ring: SecretRing) {
  const row: SecretRingRow = {
    secret: yield* box.seal(ring.current),
    previousSecret: Option.isSome(ring.previous)
      ? Option.some(yield* box.seal(ring.previous.value.secret))
      : Option.none(),
    previousSecretExpiresAt: Option.map(ring.previous, ({ expiresAt }) => expiresAt)
  }
  return row
})

const openSecret = (
  box: SecretBox["Service"],
  sealed: string
): Effect.Effect<SigningSecret, SecretUnreadable | Schema.SchemaError> =>
  Effect.flatMap(box.open(sealed), (text) =>
    Effect.map(Schema.decodeEffect(SigningSecretText)(Redacted.value(text)), (secret) => Redacted.make(secret))
  )

export const openRing = Effect.fnUntraced(function* (box: SecretBox["Service"], row: SecretRingRow) {
  const current = yield* openSecret(box, row.secret)
  if (Option.isNone(row.previousSecret) || Option.isNone(row.previousSecretExpiresAt)) {
    return { current, previous: Option.none() } satisfies SecretRing
  }
  const secret = yield* openSecret(box, row.previousSecret.value)
  const expiresAt = row.previousSecretExpiresAt.value
  const ring: SecretRing = { current, previous: Option.some({ secret, expiresAt }) }
  return ring
})
