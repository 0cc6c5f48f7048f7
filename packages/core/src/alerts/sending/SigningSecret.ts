import { DateTime, Effect, Option, Redacted, Result, Schema, SchemaTransformation } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"

const PREFIX = "whsec_"
const MIN_BYTES = 24
const MAX_BYTES = 64
const GENERATED_BYTES = 32

/** Accepts canonical base64 only: libraries of receivers reject line breaks and unused bits. */
const decodeSecret = (text: string): Option.Option<Uint8Array> =>
  text.startsWith(PREFIX)
    ? Option.filter(
        Result.getSuccess(Base64.decode(text.slice(PREFIX.length))),
        (bytes) => PREFIX + Base64.encode(bytes) === text
      )
    : Option.none()

const isSecretText = (text: string): boolean =>
  Option.exists(decodeSecret(text), (bytes) => bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES)

/** The text of a signing secret: `whsec_` and the base64 of 24 to 64 bytes (Standard Webhooks 1.0). */
export const SigningSecretText = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      isSecretText(text) ? undefined : `must be ${PREFIX} followed by the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes`
    )
  ),
  Schema.brand("SigningSecret")
)

const withPrefix = (text: string): string => (text.startsWith(PREFIX) ? text : PREFIX + text)

/** A signing secret as a caller sends it: its text, or its base64 without the prefix. */
export const SigningSecretInput = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      isSecretText(withPrefix(text))
        ? undefined
        : `must be ${PREFIX} followed by the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes, or that base64 alone`
    )
  ),
  Schema.decodeTo(SigningSecretText, SchemaTransformation.transform({ decode: withPrefix, encode: (text) => text }))
)

/** A signing secret, redacted in logs. */
export type SigningSecret = Redacted.Redacted<typeof SigningSecretText.Type>

/** The key bytes of a secret. */
export const secretBytes = (secret: SigningSecret): Uint8Array =>
  Option.getOrThrow(decodeSecret(Redacted.value(secret)))

/** A new secret of 32 random bytes. */
export const makeSigningSecret: Effect.Effect<SigningSecret, never, SecureRandom.SecureRandom> = Effect.gen(
  function* () {
    const random = yield* SecureRandom.SecureRandom
    const bytes = yield* random.randomBytes(GENERATED_BYTES)
    return Redacted.make(SigningSecretText.make(PREFIX + Base64.encode(bytes)))
  }
)

/** The time for which the previous secret signs after a rotation. */
const ROTATION_OVERLAP_HOURS = 24

/** The maximum number of previous secrets that sign beside the current one. */
const MAX_PREVIOUS_SECRETS = 4

/** A secret that was replaced; it signs until `expiresAt`. */
export interface PreviousSecret {
  readonly secret: SigningSecret
  readonly expiresAt: DateTime.Utc
}

/** The secrets of one endpoint: the current one, and the previous ones that may still sign, newest first. */
export interface SecretRing {
  readonly current: SigningSecret
  readonly previous: ReadonlyArray<PreviousSecret>
}

const isSame = (one: SigningSecret, other: SigningSecret): boolean => Redacted.value(one) === Redacted.value(other)

/**
 * Makes `next` the current secret. The secret that it replaces signs for another 24 hours, and earlier secrets until
 * they expire. At most four previous secrets sign.
 */
export const rotateSigningSecret = (ring: SecretRing, next: SigningSecret, now: DateTime.Utc): SecretRing => {
  if (isSame(next, ring.current)) return ring
  // A rotation that is repeated because its response was lost breaks no receiver.
  const replaced = { secret: ring.current, expiresAt: DateTime.add(now, { hours: ROTATION_OVERLAP_HOURS }) }
  const signing = ring.previous.filter(
    ({ secret, expiresAt }) => DateTime.isLessThan(now, expiresAt) && !isSame(secret, next)
  )
  return { current: next, previous: [replaced, ...signing].slice(0, MAX_PREVIOUS_SECRETS) }
}

/** The secrets that sign at `now` (milliseconds since the epoch), the current one first. */
export const activeSecrets = ({ current, previous }: SecretRing, now: number): ReadonlyArray<SigningSecret> => [
  current,
  ...previous.filter(({ expiresAt }) => now < expiresAt.epochMilliseconds).map(({ secret }) => secret)
]
