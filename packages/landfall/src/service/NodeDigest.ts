import { hash } from "node:crypto"
import { Effect, Layer } from "effect"
import { Digest } from "effect/crypto"

/** The names of the algorithms in Node. */
const NAMES = { MD5: "md5", "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" } as const

/** Digests by `crypto.hash`: every request needs one, and a `Hash` object takes twice as long. */
export const layer = Layer.succeed(Digest.Digest, {
  digest: (algorithm, data) => Effect.sync(() => new Uint8Array(hash(NAMES[algorithm.name], data, "buffer"))),
  digestHex: (algorithm, data) => Effect.sync(() => hash(NAMES[algorithm.name], data, "hex"))
})
