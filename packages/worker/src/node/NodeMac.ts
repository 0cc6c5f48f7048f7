import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import { Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"

const NODE_HASH_NAMES = { MD5: "md5", "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" }

/** Key objects by the identity of their bytes. The garbage collector removes an object together with its bytes. */
const keyObjects = new WeakMap<Uint8Array, KeyObject>()

const keyObjectOf = (key: Uint8Array): KeyObject => {
  const cached = keyObjects.get(key)
  if (cached !== undefined) return cached
  const object = createSecretKey(key)
  keyObjects.set(key, object)
  return object
}

/**
 * `Mac` on `node:crypto`. Signing with a key in bytes takes Node.js three times as long as with a key object. A worker
 * signs every delivery, so it creates the object once per key.
 */
export const layer: Layer.Layer<Mac.Mac> = Mac.layerWebCryptoWith({
  hmac: (hash, key, data) => new Uint8Array(createHmac(NODE_HASH_NAMES[hash], keyObjectOf(key)).update(data).digest())
}).pipe(Layer.provide(SecureRandom.layerWebCrypto))
