import type { NotificationVerdict } from "@landfall/core/tracking/carriers/CarrierNotifications"
import { Effect, Redacted, Result } from "effect"
import { Mac } from "effect/crypto"
import { Hex } from "effect/encoding"

/** The header that proves a notification. HTTP header names know no capitals. */
export const NOTIFICATION_SIGNATURE = "notification-signature"

/** `sha256=` and the 32 bytes of the tag, in either capitals. */
const FORM = /^sha256=([0-9a-fA-F]{64})$/

/**
 * Checks the `Notification-Signature` of a pushed notification: HMAC-SHA256 of the body's raw bytes by the secret of the
 * subscription (DCSA Track & Trace 2.2, event subscriptions). The tags are compared in constant time. The standard signs
 * no timestamp, so that a notification can be repeated by whoever heard it: events heard again change nothing.
 *
 * @param header the header's value as received; undefined when there is none
 * @param secret the bytes of the key, at least one
 */
export const verifyNotification = Effect.fnUntraced(function* (
  secret: Redacted.Redacted<Uint8Array>,
  body: Uint8Array,
  header: string | undefined
): Effect.fn.Return<NotificationVerdict, never, Mac.Mac> {
  if (header === undefined) return "missing"
  const digits = FORM.exec(header.trim())?.[1]
  if (digits === undefined) return "malformed"
  const tag = Result.getOrElse(Hex.decode(digits.toLowerCase()), () => new Uint8Array())
  const mac = yield* Mac.Mac
  const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, Redacted.value(secret)))
  return (yield* Effect.orDie(mac.verify(key, tag, body))) ? "valid" : "wrong"
})
