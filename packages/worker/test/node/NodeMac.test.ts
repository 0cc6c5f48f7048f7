import { assert, describe, it } from "@effect/vitest"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import { Effect, Layer, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"

const algorithms = [Mac.hmacSha1, Mac.hmacSha256, Mac.hmacSha384, Mac.hmacSha512]
const webCrypto = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))

const tag = (algorithm: Mac.Algorithm, key: Uint8Array, data: Uint8Array) =>
  Effect.gen(function* () {
    const mac = yield* Mac.Mac
    return yield* mac.sign(yield* Mac.key(algorithm, key), data)
  })

describe("NodeMac", () => {
  it.effect.prop("signs like Web Crypto", [Schema.NonEmptyString, Schema.String], ([key, data]) =>
    Effect.gen(function* () {
      const encode = (text: string) => new TextEncoder().encode(text)
      for (const algorithm of algorithms) {
        const actual = yield* Effect.provide(tag(algorithm, encode(key), encode(data)), NodeMac.layer)
        const expected = yield* Effect.provide(tag(algorithm, encode(key), encode(data)), webCrypto)
        assert.deepStrictEqual(actual, expected)
      }
    })
  )
})
