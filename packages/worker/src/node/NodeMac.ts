import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import { Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"

const NODE_HASH_NAMES = { MD5: "md5", "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" }

/** Keys as objects, by their bytes. A key's own bytes are handed over each time, and go when the key goes. */
const keyObjects = new WeakMap<Uint8Array, KeyObject>()

const keyObjectOf = (key: Uint8Array): KeyObject => {
  const known = keyObjects.get(key)
  if (known !== undefined) return known
  const object = createSecretKey(key)
  keyObjects.set(key, object)
  return object
}

/**
 * `Mac` on `node:crypto`. Node takes a key in bytes three times as long as the same key as an object; a worker signs every
 * delivery, so the object is made and kept.
 */
export const layer: Layer.Layer<Mac.Mac> = Mac.layerWebCryptoWith({
  hmac: (hash, key, data) => new Uint8Array(createHmac(NODE_HASH_NAMES[hash], keyObjectOf(key)).update(data).digest())
}).pipe(Layer.provide(SecureRandom.layerWebCrypto))
