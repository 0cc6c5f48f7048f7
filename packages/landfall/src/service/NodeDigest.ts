import { hash } from "node:crypto"
import { Effect, Layer } from "effect"
import { Digest } from "effect/crypto"

/** Node's names of the algorithms. */
const NAMES = { MD5: "md5", "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" } as const

/** Digests by Node's one call for data that is at hand as a whole: every request needs one, and a `Hash` costs twice that. */
export const layer = Layer.succeed(Digest.Digest, {
  digest: (algorithm, data) => Effect.sync(() => new Uint8Array(hash(NAMES[algorithm.name], data, "buffer"))),
  digestHex: (algorithm, data) => Effect.sync(() => hash(NAMES[algorithm.name], data, "hex"))
})
