import { SecretBox, SecretUnreadable } from "@landfall/core/alerts/sending/SecretBox"
import { Effect, Layer, Redacted, Result } from "effect"
import { Aead, Kdf, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"

/** The keys that the secrets of endpoints are encrypted with. */
export interface AesGcmSecretBoxConfig {
  /** The secret from the setting LANDFALL_SECRETS_KEY: encrypts and decrypts. */
  readonly key: Redacted.Redacted<string>
  /** Previous keys: decrypt only, until every secret is encrypted again. */
  readonly previousKeys?: ReadonlyArray<Redacted.Redacted<string>> | undefined
}

const VERSION = "v1"
const NONCE_BYTES = 12
const KEY_ID_BYTES = 6

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const KEY_INFO = encoder.encode("landfall secret box v1: key")
const KEY_ID_INFO = encoder.encode("landfall secret box v1: key id")
const NO_SALT = new Uint8Array()

interface BoxKey {
  readonly id: string
  readonly aead: Aead.Key
}

/** The AES-256 key derived from a text, and a public key id, both by HKDF-SHA-256 (RFC 5869) with separate info. */
const deriveKey = Effect.fnUntraced(function* (text: Redacted.Redacted<string>) {
  const kdf = yield* Kdf.Kdf
  const secret = encoder.encode(Redacted.value(text))
  const derive = (info: Uint8Array, length: number) =>
    kdf.derive(Kdf.hkdfSha256, secret, { salt: NO_SALT, info, length })
  const key: BoxKey = {
    id: Base64Url.encode(yield* derive(KEY_ID_INFO, KEY_ID_BYTES)),
    aead: yield* Aead.key(Aead.aes256Gcm, yield* derive(KEY_INFO, Aead.aes256Gcm.keyLength))
  }
  return key
}, Effect.orDie)

const malformed = new SecretUnreadable({ reason: "malformed", message: "The stored secret is not in a known format" })
const damaged = new SecretUnreadable({
  reason: "damaged",
  message: "The stored secret was changed since it was encrypted"
})
const unknownKey = (id: string) =>
  new SecretUnreadable({
    reason: "unknown_key",
    message: `The secret was encrypted with the key ${id}, which is not configured: set LANDFALL_SECRETS_KEY to the key that was used before`
  })

const make = Effect.fnUntraced(function* (config: AesGcmSecretBoxConfig) {
  const aead = yield* Aead.Aead
  const random = yield* SecureRandom.SecureRandom
  const current = yield* deriveKey(config.key)
  const previous = yield* Effect.forEach(config.previousKeys ?? [], deriveKey)
  const keys = new Map([...previous, current].map((key) => [key.id, key]))

  // The head is authenticated with the ciphertext, so that neither part can be exchanged.
  const headOf = (keyId: string) => `${VERSION}.${keyId}.`

  const seal = Effect.fnUntraced(function* (text: Redacted.Redacted<string>) {
    const nonce = yield* random.randomBytes(NONCE_BYTES)
    const head = headOf(current.id)
    const aad = encoder.encode(head)
    const sealed = yield* aead.encrypt(current.aead, encoder.encode(Redacted.value(text)), { nonce, aad })
    const bytes = new Uint8Array(NONCE_BYTES + sealed.length)
    bytes.set(nonce)
    bytes.set(sealed, NONCE_BYTES)
    return head + Base64Url.encode(bytes)
  }, Effect.orDie)

  const open = Effect.fnUntraced(function* (sealed: string) {
    const [version, keyId, encoded, ...rest] = sealed.split(".")
    if (version !== VERSION || keyId === undefined || encoded === undefined || rest.length > 0) return yield* malformed
    const key = keys.get(keyId)
    if (key === undefined) return yield* unknownKey(keyId)
    const bytes = Result.getOrUndefined(Base64Url.decode(encoded))
    if (bytes === undefined) return yield* malformed
    const text = yield* aead
      .decrypt(key.aead, bytes.subarray(NONCE_BYTES), {
        nonce: bytes.subarray(0, NONCE_BYTES),
        aad: encoder.encode(headOf(keyId))
      })
      .pipe(Effect.mapError(() => damaged))
    return Redacted.make(decoder.decode(text))
  })

  return SecretBox.of({ seal, open })
})

/**
 * `SecretBox` with AES-256-GCM (NIST SP 800-38D). An encrypted text is `v1.<key id>.<nonce and ciphertext>`: it names its
 * version and key, so that both can change while older texts stay readable.
 */
export const layer = (config: AesGcmSecretBoxConfig): Layer.Layer<SecretBox> =>
  Layer.effect(SecretBox, make(config)).pipe(
    Layer.provide([Aead.layerWebCrypto, Kdf.layerWebCrypto]),
    Layer.provide(SecureRandom.layerWebCrypto)
  )
