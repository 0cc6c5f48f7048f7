import { Context, Effect, Layer, Redacted } from "effect"
import { Mac } from "effect/crypto"

/** An HMAC-SHA256 over bytes that arrive in parts. */
export interface MacStream {
  readonly add: (bytes: Uint8Array) => void
  /** The tag over all bytes that were added. */
  readonly tag: Effect.Effect<Uint8Array>
}

const join = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((total, { length }) => total + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Makes HMACs over bytes that arrive in parts. */
export class MacStreams extends Context.Service<
  MacStreams,
  {
    /** @param key the bytes of the key, at least one */
    readonly make: (key: Redacted.Redacted<Uint8Array>) => MacStream
  }
>()("@landfall/feeds/dcsa/carriers/MacStreams") {
  /** On any runtime: Web Crypto has no such HMAC, so that the parts are retained until the end. */
  static readonly layerRetained = Layer.effect(
    MacStreams,
    Effect.map(Mac.Mac, (mac) =>
      MacStreams.of({
        make: (key) => {
          const parts: Array<Uint8Array> = []
          return {
            add: (bytes) => void parts.push(bytes),
            tag: Effect.flatMap(Mac.key(Mac.hmacSha256, Redacted.value(key)), (hmac) =>
              mac.sign(hmac, join(parts))
            ).pipe(Effect.orDie)
          }
        }
      })
    )
  )
}
