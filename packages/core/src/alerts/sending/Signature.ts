import { Effect, Result } from "effect"
import { Mac } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { type SigningSecret, secretBytes } from "./SigningSecret.ts"

/** The content that a signature covers, by Standard Webhooks 1.0. */
export interface SignedContent {
  /** The message id, the same on every attempt. */
  readonly id: string
  /** When this attempt was made, in whole seconds since the epoch. */
  readonly timestampSeconds: number
  /** The body, byte for byte as it is sent. */
  readonly body: string
}

/** The largest difference between the timestamp and the receiver's clock, in seconds. */
export const TIMESTAMP_TOLERANCE_SECONDS = 5 * 60

const VERSION = "v1"
const encoder = new TextEncoder()

const encodeContent = (signed: SignedContent): Uint8Array =>
  encoder.encode(`${signed.id}.${signed.timestampSeconds}.${signed.body}`)

type SigningKey = Mac.Key<typeof Mac.hmacSha256>

/** Keys by their secrets: a worker signs hundreds of deliveries with one key, and importing it costs as much as a signature. */
const keyCache = new WeakMap<SigningSecret, SigningKey>()

const makeKey = Effect.fnUntraced(function* (secret: SigningSecret) {
  const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, secretBytes(secret)))
  keyCache.set(secret, key)
  return key
})

/**
 * The value of `webhook-signature`: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` for each secret, separated by
 * a space. Standard Webhooks 1.0, "Symmetric signatures".
 */
export const sign = Effect.fnUntraced(function* (secrets: ReadonlyArray<SigningSecret>, signed: SignedContent) {
  const mac = yield* Mac.Mac
  const data = encodeContent(signed)
  const parts: Array<string> = []
  for (const secret of secrets) {
    const key = keyCache.get(secret) ?? (yield* makeKey(secret))
    const tag = yield* Effect.orDie(mac.sign(key, data))
    parts.push(`${VERSION},${Base64.encode(tag)}`)
  }
  return parts.join(" ")
})

/** The result of a verification: valid, or the reason to reject the delivery. */
export type VerificationResult = "valid" | "timestamp_too_old" | "timestamp_too_new" | "no_matching_signature"

/**
 * Verifies a delivery as its receiver: the timestamp is within five minutes, and one signature matches the secret. The
 * HMAC is made once, however many signatures there are.
 */
export const verify = Effect.fnUntraced(function* (
  secret: SigningSecret,
  signed: SignedContent,
  signatureHeader: string,
  nowSeconds: number
): Effect.fn.Return<VerificationResult, never, Mac.Mac> {
  if (signed.timestampSeconds < nowSeconds - TIMESTAMP_TOLERANCE_SECONDS) return "timestamp_too_old"
  if (signed.timestampSeconds > nowSeconds + TIMESTAMP_TOLERANCE_SECONDS) return "timestamp_too_new"
  const mac = yield* Mac.Mac
  const key = keyCache.get(secret) ?? (yield* makeKey(secret))
  const data = encodeContent(signed)
  const computed = yield* Effect.orDie(mac.sign(key, data))
  const matches = signatureHeader.split(" ").some((part) => {
    const [version, encoded = ""] = part.split(",", 2)
    const tag = version === VERSION ? Result.getOrUndefined(Base64.decode(encoded)) : undefined
    return tag !== undefined && Mac.timingSafeEqual(computed, tag)
  })
  return matches ? "valid" : "no_matching_signature"
})
