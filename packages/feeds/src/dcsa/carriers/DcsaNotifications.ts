import { CarrierNotifications } from "@landfall/core/tracking/carriers/CarrierNotifications"
import { Effect, Layer, Option } from "effect"
import { Mac } from "effect/crypto"
import type { ConfiguredCarrier } from "./CarrierConfiguration.ts"
import { verifyNotification } from "./NotificationSignature.ts"

/** Proves what carriers push by their `Notification-Signature`. */
export const layer = (carriers: ReadonlyArray<ConfiguredCarrier>): Layer.Layer<CarrierNotifications, never, Mac.Mac> =>
  Layer.effect(
    CarrierNotifications,
    Effect.gen(function* () {
      const mac = yield* Mac.Mac
      const pushing = new Map<string, ConfiguredCarrier>(
        carriers
          .filter(({ notificationSecret }) => Option.isSome(notificationSecret))
          .map((carrier) => [carrier.profile.scac, carrier])
      )
      return CarrierNotifications.of({
        carriers: [...pushing.values()].map(({ profile }) => profile),
        check: Effect.fn("DcsaNotifications.check")(
          function* (scac: string, body: Uint8Array, signature: string | undefined) {
            const carrier = pushing.get(scac)
            if (carrier === undefined || Option.isNone(carrier.notificationSecret)) return Option.none()
            const verdict = yield* verifyNotification(carrier.notificationSecret.value, body, signature)
            return Option.some({ profile: carrier.profile, verdict })
          },
          Effect.provideService(Mac.Mac, mac)
        )
      })
    })
  )
