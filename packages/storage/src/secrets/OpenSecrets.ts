import { SecretBox } from "@landfall/core/alerts/delivery/SecretBox"
import { type HiddenHeaders, NO_HEADERS } from "@landfall/core/alerts/delivery/SentHeaders"
import type { SecretRing } from "@landfall/core/alerts/delivery/SigningSecret"
import { OwnRetryPolicy } from "@landfall/core/alerts/RetryPolicy"
import { Cache, Duration, Effect, Exit, Option, Schema } from "effect"
import { openHeaders } from "./SealedHeaders.ts"
import { openRing, SecretRingRow } from "./SecretRings.ts"

/** How many secrets are kept open, so that a delivery does not wait for decryption. */
const KEPT_OPEN = 10_000

/** The columns of an endpoint's sealed secrets, as a row of SQL names them. */
export interface SealedRing {
  readonly secret: string
  readonly previous_secret: string | null
  readonly previous_secret_expires_at: number | null
}

/** What an endpoint's deliveries are sent with, as its row has it. */
export interface SealedManner extends SealedRing {
  readonly headers: string | null
  readonly retry_policy: string | null
}

/** What an endpoint's deliveries are sent with. */
export interface Manner {
  readonly secrets: SecretRing
  readonly headers: HiddenHeaders
  readonly retryPolicy: Option.Option<OwnRetryPolicy>
}

const decodeRing = Schema.decodeEffect(SecretRingRow)
const decodePolicy = Schema.decodeEffect(Schema.OptionFromNullOr(Schema.fromJsonString(OwnRetryPolicy)))

/**
 * Opens the secrets of endpoints, remembering what it opened by the sealed text: sealing a secret anew makes a new text.
 * None, with a line in the log, where a secret cannot be opened: other endpoints must not wait for that one.
 */
export const makeOpenSecrets = Effect.gen(function* () {
  const box = yield* SecretBox
  const opened = yield* Cache.makeWith(box.open, {
    capacity: KEPT_OPEN,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero)
  })
  const remembering = SecretBox.of({ ...box, open: (sealed) => Cache.get(opened, sealed) })

  const open = Effect.fnUntraced(function* (sealed: SealedManner) {
    const ring = yield* decodeRing({
      secret: sealed.secret,
      previousSecret: sealed.previous_secret,
      previousSecretExpiresAt: sealed.previous_secret_expires_at
    })
    const manner: Manner = {
      secrets: yield* openRing(remembering, ring),
      headers: sealed.headers === null ? NO_HEADERS : yield* openHeaders(remembering, sealed.headers),
      retryPolicy: sealed.retry_policy === null ? Option.none() : yield* decodePolicy(sealed.retry_policy)
    }
    return manner
  })

  return (endpointId: string, sealed: SealedManner): Effect.Effect<Option.Option<Manner>> =>
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
