import { CustomHeaders, type RedactedHeaders } from "@landfall/core/alerts/sending/CustomHeaders"
import type { SecretBox, SecretUnreadable } from "@landfall/core/alerts/sending/SecretBox"
import {
  type PreviousSecret,
  type SecretRing,
  type SigningSecret,
  SigningSecretText
} from "@landfall/core/alerts/sending/SigningSecret"
import { type DateTime, Effect, Option, Redacted, Schema } from "effect"

/**
 * The columns of `endpoint` that hold its encrypted secrets. The previous secrets are encrypted as one text, newest first,
 * separated by a space. The newest expires at `previousSecretExpiresAt`; an older one carries its expiry after an `@`, in
 * milliseconds since the epoch.
 */
export const SecretRingRow = Schema.Struct({
  secret: Schema.String,
  previousSecret: Schema.OptionFromNullOr(Schema.String),
  previousSecretExpiresAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis)
})
export type SecretRingRow = typeof SecretRingRow.Type

const encodePrevious = (previous: ReadonlyArray<PreviousSecret>): string =>
  previous
    .map(({ secret, expiresAt }, index) =>
      index === 0 ? Redacted.value(secret) : `${Redacted.value(secret)}@${expiresAt.epochMilliseconds}`
    )
    .join(" ")

export const sealRing = Effect.fnUntraced(function* (box: SecretBox["Service"], { current, previous }: SecretRing) {
  const [newest] = previous
  const row: SecretRingRow = {
    secret: yield* box.seal(current),
    previousSecret:
      newest === undefined ? Option.none() : Option.some(yield* box.seal(Redacted.make(encodePrevious(previous)))),
    previousSecretExpiresAt: Option.map(Option.fromUndefinedOr(newest), ({ expiresAt }) => expiresAt)
  }
  return row
})

const decodeSecret = Schema.decodeEffect(SigningSecretText)
const decodeExpiry = Schema.decodeUnknownEffect(Schema.DateTimeUtcFromMillis)

const openSecret = (
  box: SecretBox["Service"],
  sealed: string
): Effect.Effect<SigningSecret, SecretUnreadable | Schema.SchemaError> =>
  Effect.flatMap(box.open(sealed), (text) =>
    Effect.map(decodeSecret(Redacted.value(text)), (secret) => Redacted.make(secret))
  )

const openPrevious = Effect.fnUntraced(function* (box: SecretBox["Service"], sealed: string, newestEnds: DateTime.Utc) {
  const text = Redacted.value(yield* box.open(sealed))
  return yield* Effect.forEach(
    text.split(" "),
    Effect.fnUntraced(function* (entry) {
      const [secret = "", end] = entry.split("@")
      const expiresAt = end === undefined ? newestEnds : yield* decodeExpiry(Number(end))
      const previous: PreviousSecret = { secret: Redacted.make(yield* decodeSecret(secret)), expiresAt }
      return previous
    })
  )
})

export const openRing = Effect.fnUntraced(function* (box: SecretBox["Service"], row: SecretRingRow) {
  const current = yield* openSecret(box, row.secret)
  const ring: SecretRing =
    Option.isNone(row.previousSecret) || Option.isNone(row.previousSecretExpiresAt)
      ? { current, previous: [] }
      : { current, previous: yield* openPrevious(box, row.previousSecret.value, row.previousSecretExpiresAt.value) }
  return ring
})

const HeadersText = Schema.fromJsonString(CustomHeaders)
const encodeHeaders = Schema.encodeEffect(HeadersText)
const decodeHeaders = Schema.decodeEffect(HeadersText)

/** The encrypted text of the column `headers` of `endpoint`; null if there are no headers. */
export const sealHeaders = Effect.fnUntraced(function* (box: SecretBox["Service"], headers: RedactedHeaders) {
  const plain = Redacted.value(headers)
  return Object.keys(plain).length === 0 ? null : yield* box.seal(Redacted.make(yield* encodeHeaders(plain)))
})

export const openHeaders = Effect.fnUntraced(function* (box: SecretBox["Service"], sealed: string) {
  const opened: RedactedHeaders = Redacted.make(yield* decodeHeaders(Redacted.value(yield* box.open(sealed))))
  return opened
})

/** The encrypted text of the column `url_secret` of `endpoint`; null if the URL has no credentials. */
export const sealUrlSecret = (
  box: SecretBox["Service"],
  secret: Option.Option<Redacted.Redacted<string>>
): Effect.Effect<string | null> => Option.match(secret, { onNone: () => Effect.succeed(null), onSome: box.seal })
