import { createHmac, createSecretKey } from "node:crypto"
import { Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"

const NODE_NAMES = { MD5: "md5", "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" }

/**
 * `Mac` on `node:crypto`. Node takes a key in bytes three times as long as the same key as an object, the making of the
 * object included; a worker signs every delivery, so it makes the object.
 */
export const layer: Layer.Layer<Mac.Mac> = Mac.layerWebCryptoWith({
  hmac: (hash, key, data) => new Uint8Array(createHmac(NODE_NAMES[hash], createSecretKey(key)).update(data).digest())
}).pipe(Layer.provide(SecureRandom.layerWebCrypto))
