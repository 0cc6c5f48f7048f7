import { CustomRetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import { NO_HEADERS, type RedactedHeaders } from "@landfall/core/alerts/sending/CustomHeaders"
import { SecretBox } from "@landfall/core/alerts/sending/SecretBox"
import type { SecretRing } from "@landfall/core/alerts/sending/SigningSecret"
import { Cache, Duration, Effect, Exit, Option, Schema } from "effect"
import { openHeaders, openRing, SecretRingRow } from "./SealedSecrets.ts"

/** How many secrets are kept open, so that a delivery does not wait for decryption. */
const CACHE_CAPACITY = 10_000

/** The columns of an endpoint's sealed secrets, as a row of SQL names them. */
export interface SealedSecretRing {
  readonly secret: string
  readonly previous_secret: string | null
  readonly previous_secret_expires_at: number | null
}

/** What an endpoint's deliveries are sent with, as its row has it. */
export interface SealedDeliveryProfile extends SealedSecretRing {
  readonly headers: string | null
  readonly retry_policy: string | null
}

/** What an endpoint's deliveries are sent with. */
export interface DeliveryProfile {
  readonly secrets: SecretRing
  readonly headers: RedactedHeaders
  readonly retryPolicy: Option.Option<CustomRetryPolicy>
}

const decodeRing = Schema.decodeEffect(SecretRingRow)
const decodePolicy = Schema.decodeEffect(Schema.OptionFromNullOr(Schema.fromJsonString(CustomRetryPolicy)))

/**
 * Opens the secrets of endpoints, remembering what it opened by the sealed text: sealing a secret anew makes a new text.
 * None, with a line in the log, where a secret cannot be opened: other endpoints must not wait for that one.
 */
export const makeOpenDeliveryProfile = Effect.gen(function* () {
  const box = yield* SecretBox
  const opened = yield* Cache.makeWith(box.open, {
    capacity: CACHE_CAPACITY,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero)
  })
  const remembering = SecretBox.of({ ...box, open: (sealed) => Cache.get(opened, sealed) })

  const open = Effect.fnUntraced(function* (sealed: SealedDeliveryProfile) {
    const ring = yield* decodeRing({
      secret: sealed.secret,
      previousSecret: sealed.previous_secret,
      previousSecretExpiresAt: sealed.previous_secret_expires_at
    })
    const manner: DeliveryProfile = {
      secrets: yield* openRing(remembering, ring),
      headers: sealed.headers === null ? NO_HEADERS : yield* openHeaders(remembering, sealed.headers),
      retryPolicy: sealed.retry_policy === null ? Option.none() : yield* decodePolicy(sealed.retry_policy)
    }
    return manner
  })

  return (endpointId: string, sealed: SealedDeliveryProfile): Effect.Effect<Option.Option<DeliveryProfile>> =>
    open(sealed).pipe(
      Effect.asSome,
      Effect.catch((error) =>
        Effect.as(
          Effect.logError(`Deliveries to ${endpointId} wait: its signing secret or its headers cannot be read`, error),
          Option.none()
        )
      )
    )
})
