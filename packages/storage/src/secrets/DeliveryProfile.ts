import { CustomRetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import { NO_HEADERS, type RedactedHeaders } from "@landfall/core/alerts/sending/CustomHeaders"
import { DeliveryFormat } from "@landfall/core/alerts/sending/DeliveryFormat"
import { SecretBox } from "@landfall/core/alerts/sending/SecretBox"
import type { SecretRing } from "@landfall/core/alerts/sending/SigningSecret"
import { Cache, Duration, Effect, Exit, Option, type Redacted, Schema } from "effect"
import { openHeaders, openRing, SecretRingRow } from "./SealedSecrets.ts"

/** The maximum number of decrypted secrets that are cached, so that a delivery does not wait for decryption. */
const CACHE_CAPACITY = 10_000

/** The columns of an endpoint's encrypted secrets. */
export interface SealedSecretRing {
  readonly secret: string
  readonly previous_secret: string | null
  readonly previous_secret_expires_at: number | null
}

/** The delivery profile of an endpoint as its row stores it, encrypted. */
export interface SealedDeliveryProfile extends SealedSecretRing {
  readonly headers: string | null
  readonly url_secret: string | null
  readonly retry_policy: string | null
  readonly format: string
}

/** The settings of an endpoint for its deliveries. */
export interface DeliveryProfile {
  readonly secrets: SecretRing
  readonly headers: RedactedHeaders
  readonly urlSecret?: Redacted.Redacted<string>
  readonly retryPolicy: Option.Option<CustomRetryPolicy>
  readonly format: DeliveryFormat
}

const decodeRing = Schema.decodeEffect(SecretRingRow)
const decodeFormat = Schema.decodeUnknownEffect(DeliveryFormat)
const decodePolicy = Schema.decodeEffect(Schema.OptionFromNullOr(Schema.fromJsonString(CustomRetryPolicy)))

/**
 * Decrypts the delivery profiles of endpoints. Decrypted secrets are cached by their encrypted text, which changes with
 * every encryption. Returns none and logs an error if a secret cannot be decrypted, so that other endpoints do not wait.
 */
export const makeOpenDeliveryProfile = Effect.gen(function* () {
  const box = yield* SecretBox
  const opened = yield* Cache.makeWith(box.open, {
    capacity: CACHE_CAPACITY,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero)
  })
  const cachingBox = SecretBox.of({ ...box, open: (sealed) => Cache.get(opened, sealed) })

  const open = Effect.fnUntraced(function* (sealed: SealedDeliveryProfile) {
    const ring = yield* decodeRing({
      secret: sealed.secret,
      previousSecret: sealed.previous_secret,
      previousSecretExpiresAt: sealed.previous_secret_expires_at
    })
    const profile: DeliveryProfile = {
      secrets: yield* openRing(cachingBox, ring),
      headers: sealed.headers === null ? NO_HEADERS : yield* openHeaders(cachingBox, sealed.headers),
      ...(sealed.url_secret === null ? {} : { urlSecret: yield* cachingBox.open(sealed.url_secret) }),
      retryPolicy: sealed.retry_policy === null ? Option.none() : yield* decodePolicy(sealed.retry_policy),
      format: yield* decodeFormat(sealed.format)
    }
    return profile
  })

  return (endpointId: string, sealed: SealedDeliveryProfile): Effect.Effect<Option.Option<DeliveryProfile>> =>
    open(sealed).pipe(
      Effect.asSome,
      Effect.catch((error) =>
        Effect.as(
          Effect.annotateLogs(
            Effect.logError(
              `Deliveries to ${endpointId} wait: its signing secret, its custom headers or the password of its URL cannot be decrypted.`,
              error
            ),
            { endpointId }
          ),
          Option.none()
        )
      )
    )
})
