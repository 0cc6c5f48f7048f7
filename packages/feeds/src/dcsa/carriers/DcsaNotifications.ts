import {
  CarrierNotificationVerifier,
  type NotificationVerdict
} from "@landfall/core/tracking/carriers/CarrierNotificationVerifier"
import { Effect, Layer, Option, Redacted, Result } from "effect"
import { Mac } from "effect/crypto"
import { Hex } from "effect/encoding"
import type { ConfiguredCarrier } from "./CarrierConfiguration.ts"
import { CarrierRegistry } from "./CarrierRegistry.ts"
import { MacStreams } from "./MacStreams.ts"

/** `sha256=` and the 32 bytes of the tag in hexadecimal of either case. */
const SIGNATURE_FORM = /^sha256=([0-9a-fA-F]{64})$/

/** The 64 digits of a signature; undefined for a value of another form. */
const digitsOf = (header: string): string | undefined => SIGNATURE_FORM.exec(header.trim())?.[1]

/** The verdict on a signature, of which the tag is known; in constant time. */
const verdictOn = (tag: Uint8Array, header: string | undefined): NotificationVerdict => {
  if (header === undefined) return "missing"
  const digits = digitsOf(header)
  if (digits === undefined) return "malformed"
  return Mac.timingSafeEqual(
    tag,
    Result.getOrElse(Hex.decode(digits.toLowerCase()), () => new Uint8Array())
  )
    ? "valid"
    : "wrong"
}

/**
 * Checks the `Notification-Signature` of a pushed notification: HMAC-SHA256 of the body's raw bytes by the secret of the
 * subscription (DCSA Track & Trace 2.2, event subscriptions). The tags are compared in constant time. The standard signs
 * no timestamp, so that a notification can be replayed. A replay is harmless: an event that is already stored is ignored.
 *
 * @param header the value of the header; undefined when it is absent
 * @param secret the bytes of the key, at least one
 */
export const verifyNotification = Effect.fnUntraced(function* (
  secret: Redacted.Redacted<Uint8Array>,
  body: Uint8Array,
  header: string | undefined
): Effect.fn.Return<NotificationVerdict, never, Mac.Mac> {
  if (header === undefined) return "missing"
  const digits = digitsOf(header)
  if (digits === undefined) return "malformed"
  const tag = Result.getOrElse(Hex.decode(digits.toLowerCase()), () => new Uint8Array())
  const mac = yield* Mac.Mac
  const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, Redacted.value(secret)))
  return (yield* Effect.orDie(mac.verify(key, tag, body))) ? "valid" : "wrong"
})

/** A carrier that may send notifications, with the secret of their signatures. */
const sendingCarrier = (configured: ReadonlyArray<ConfiguredCarrier>, scac: string) =>
  configured.flatMap(({ profile, notificationSecret }) =>
    profile.scac === scac && Option.isSome(notificationSecret) ? [{ profile, secret: notificationSecret.value }] : []
  )[0]

/** Verifies notifications of the carriers of the registry by their `Notification-Signature`. */
export const layer: Layer.Layer<CarrierNotificationVerifier, never, MacStreams | CarrierRegistry> = Layer.effect(
  CarrierNotificationVerifier,
  Effect.gen(function* () {
    const streams = yield* MacStreams
    const registry = yield* CarrierRegistry
    return CarrierNotificationVerifier.of({
      accepts: (scac) =>
        Effect.map(registry.current, ({ configured }) => sendingCarrier(configured, scac) !== undefined),
      signatureFault: (signature) => {
        if (signature === undefined) return Option.some("missing")
        return digitsOf(signature) === undefined ? Option.some("malformed") : Option.none()
      },
      check: Effect.fn("DcsaNotifications.check")(function* (scac: string, signature: string | undefined) {
        const carrier = sendingCarrier((yield* registry.current).configured, scac)
        if (carrier === undefined) return Option.none()
        const { add, tag } = streams.make(carrier.secret)
        const verdict = Effect.map(tag, (computed) => verdictOn(computed, signature))
        return Option.some({ profile: carrier.profile, add, verdict })
      })
    })
  })
)
