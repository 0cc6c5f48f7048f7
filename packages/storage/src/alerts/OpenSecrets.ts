import { SecretBox } from "@landfall/core/alerts/SecretBox"
import type { SecretRing } from "@landfall/core/alerts/SigningSecret"
import { Cache, Duration, Effect, Exit, Option, Schema } from "effect"
import { openRing, SecretRingRow } from "./SecretRings.ts"

/** How many secrets are kept open, so that a delivery does not wait for decryption. */
const KEPT_OPEN = 10_000

/** The columns of an endpoint's sealed secrets, as a row of SQL names them. */
export interface SealedRing {
  readonly secret: string
  readonly previous_secret: string | null
  readonly previous_secret_expires_at: number | null
}

const decodeRing = Schema.decodeEffect(SecretRingRow)

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

  return (endpointId: string, sealed: SealedRing): Effect.Effect<Option.Option<SecretRing>> =>
    decodeRing({
      secret: sealed.secret,
      previousSecret: sealed.previous_secret,
      previousSecretExpiresAt: sealed.previous_secret_expires_at
    }).pipe(
      Effect.flatMap((row) => openRing(remembering, row)),
      Effect.asSome,
      Effect.catch((error) =>
        Effect.as(
          Effect.logError(`Deliveries to ${endpointId} wait: its signing secret cannot be read`, error),
          Option.none()
        )
      )
    )
})
