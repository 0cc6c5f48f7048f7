import { createHmac } from "node:crypto"
import { MacStreams } from "@landfall/feeds/dcsa/carriers/MacStreams"
import { Effect, Layer, Redacted } from "effect"

/** HMACs that are computed while the bytes arrive: over 8 MiB at once, one takes 20 ms. */
export const layer = Layer.succeed(MacStreams, {
  make: (key) => {
    const hmac = createHmac("sha256", Redacted.value(key))
    return {
      add: (bytes) => void hmac.update(bytes),
      tag: Effect.sync(() => new Uint8Array(hmac.digest()))
    }
  }
})
