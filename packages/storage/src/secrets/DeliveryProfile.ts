import { CustomRetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import { NO_HEADERS, type RedactedHeaders } from "@landfall/core/alerts/sending/CustomHeaders"
import { DeliveryFormat } from "@landfall/core/alerts/sending/DeliveryFormat"
import { SecretBox } from "@landfall/core/alerts/sending/SecretBox"
import type { SecretRing } from "@landfall/core/alerts/sending/SigningSecret"
import { Effect, Option, type Redacted, Schema } from "effect"
import { openHeaders, openRing, SecretRingRow } from "./SealedSecrets.ts"

/** The maximum number of profiles that are cached. */
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

interface CachedProfile {
  readonly sealed: SealedDeliveryProfile
  readonly profile: DeliveryProfile
}

/** Every encryption of a secret returns another text. */
const isSame = (one: SealedDeliveryProfile, other: SealedDeliveryProfile): boolean =>
  one.secret === other.secret &&
  one.previous_secret === other.previous_secret &&
  one.previous_secret_expires_at === other.previous_secret_expires_at &&
  one.headers === other.headers &&
  one.url_secret === other.url_secret &&
  one.retry_policy === other.retry_policy &&
  one.format === other.format

const decodeRing = Schema.decodeEffect(SecretRingRow)
const decodeFormat = Schema.decodeUnknownEffect(DeliveryFormat)
const decodePolicy = Schema.decodeEffect(Schema.OptionFromNullOr(Schema.fromJsonString(CustomRetryPolicy)))

/**
 * Decrypts the delivery profiles of endpoints, and caches them while the rows of their endpoints store the same: a claim
 * has deliveries to hundreds of endpoints, and a signing key is prepared once for each secret in memory. Returns none and
 * logs an error if a secret cannot be decrypted, so that other endpoints do not wait.
 */
export const makeOpenDeliveryProfile = Effect.gen(function* () {
  const box = yield* SecretBox
  const cache = new Map<string, CachedProfile>()

  const open = Effect.fnUntraced(function* (endpointId: string, sealed: SealedDeliveryProfile) {
    const ring = yield* decodeRing({
      secret: sealed.secret,
      previousSecret: sealed.previous_secret,
      previousSecretExpiresAt: sealed.previous_secret_expires_at
    })
    const profile: DeliveryProfile = {
      secrets: yield* openRing(box, ring),
      headers: sealed.headers === null ? NO_HEADERS : yield* openHeaders(box, sealed.headers),
      ...(sealed.url_secret === null ? {} : { urlSecret: yield* box.open(sealed.url_secret) }),
      retryPolicy: sealed.retry_policy === null ? Option.none() : yield* decodePolicy(sealed.retry_policy),
      format: yield* decodeFormat(sealed.format)
    }
    if (cache.size >= CACHE_CAPACITY) cache.clear()
    cache.set(endpointId, { sealed, profile })
    return profile
  })

  const openNew = (endpointId: string, sealed: SealedDeliveryProfile) =>
    open(endpointId, sealed).pipe(
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

  return (endpointId: string, sealed: SealedDeliveryProfile): Effect.Effect<Option.Option<DeliveryProfile>> => {
    const cached = cache.get(endpointId)
    return cached !== undefined && isSame(cached.sealed, sealed)
      ? Effect.succeedSome(cached.profile)
      : openNew(endpointId, sealed)
  }
})
