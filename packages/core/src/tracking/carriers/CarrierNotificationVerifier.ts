import { Context, type Effect, type Option } from "effect"
import type { CarrierProfile } from "./CarrierProfile.ts"

/**
 * Whether the signature of a notification is valid.
 *
 * - `missing`: the notification has no signature.
 * - `malformed`: the value is not a signature, or there are several.
 * - `wrong`: the signature was made with another secret or over another body.
 */
export type NotificationVerdict = "valid" | "missing" | "malformed" | "wrong"

/** The check of a notification of a carrier which may send notifications, while its body arrives. */
export interface NotificationCheck {
  readonly profile: CarrierProfile
  /** Adds the next bytes of the body. */
  readonly add: (bytes: Uint8Array) => void
  /** The verdict over all bytes that were added. */
  readonly verdict: Effect.Effect<NotificationVerdict>
}

/** Verifies notifications that carriers push. */
export class CarrierNotificationVerifier extends Context.Service<
  CarrierNotificationVerifier,
  {
    /** Whether a carrier may send notifications now. */
    readonly accepts: (scac: string) => Effect.Effect<boolean>
    /** Why a value is not a signature, whatever the body; none for one that may be valid. */
    readonly signatureFault: (signature: string | undefined) => Option.Option<"missing" | "malformed">
    /**
     * Begins to verify a signature over the raw bytes of a body; `signature` is undefined when the request has none.
     * Returns none when the carrier is not configured or may not send notifications.
     */
    readonly check: (scac: string, signature: string | undefined) => Effect.Effect<Option.Option<NotificationCheck>>
  }
>()("@landfall/core/tracking/carriers/CarrierNotificationVerifier") {}
