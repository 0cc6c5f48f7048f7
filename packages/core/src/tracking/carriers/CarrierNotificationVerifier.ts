import { Context, type Effect, type Option } from "effect"
import type { CarrierProfile } from "./CarrierProfile.ts"

/**
 * Whether a notification is its carrier's.
 *
 * - `missing`: there is no signature.
 * - `malformed`: it has not the form of one, or there are several.
 * - `wrong`: it was made with another secret or over another body.
 */
export type NotificationVerdict = "valid" | "missing" | "malformed" | "wrong"

/** A notification that claims to be of a carrier that may send some. */
export interface NotificationVerification {
  readonly profile: CarrierProfile
  readonly verdict: NotificationVerdict
}

/** The carriers that may push what they know, and the proof that it was them. */
export class CarrierNotificationVerifier extends Context.Service<
  CarrierNotificationVerifier,
  {
    /** The carriers that may send notifications. */
    readonly carriers: ReadonlyArray<CarrierProfile>
    /**
     * Checks a notification by the raw bytes of its body and its signature; undefined where it has none. None when there
     * is no such carrier, or when it may send none.
     */
    readonly verify: (
      scac: string,
      body: Uint8Array,
      signature: string | undefined
    ) => Effect.Effect<Option.Option<NotificationVerification>>
  }
>()("@landfall/core/tracking/carriers/CarrierNotificationVerifier") {}
