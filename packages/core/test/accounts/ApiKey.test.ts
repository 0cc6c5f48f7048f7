import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { ApiKeyHash, ApiKeySecret, hashApiKey, makeApiKeySecret } from "../../src/accounts/ApiKey.ts"
import { includesAlerts } from "../../src/accounts/Plan.ts"

const layer = Layer.merge(Digest.layerWebCrypto, SecureRandom.layerWebCrypto)
const isSecret = Schema.is(ApiKeySecret)

describe("API keys", () => {
  it.effect("are stored as the SHA-256 of their text", () =>
    Effect.gen(function* () {
      // NIST FIPS 180-2, appendix B.1
      const hash = yield* hashApiKey("abc")
      assert.strictEqual(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }).pipe(Effect.provide(layer))
  )

  it.effect("are random, recognisable, and take the form that is demanded of given ones", () =>
    Effect.gen(function* () {
      const one = Redacted.value(yield* makeApiKeySecret)
      const two = Redacted.value(yield* makeApiKeySecret)
      assert.notStrictEqual(one, two)
      assert.match(one, /^lf_[A-Za-z0-9_-]{43}$/)
      assert.isTrue(isSecret(one))
    }).pipe(Effect.provide(layer))
  )

  it.effect.prop("different keys have different hashes", [ApiKeySecret, ApiKeySecret], ([one, two]) =>
    Effect.gen(function* () {
      const hashes = [yield* hashApiKey(one), yield* hashApiKey(two)]
      assert.strictEqual(hashes[0] === hashes[1], one === two)
      for (const hash of hashes) assert.isTrue(Schema.is(ApiKeyHash)(hash))
    }).pipe(Effect.provide(layer))
  )

  it("given by an operator have 16 to 256 printable characters without blanks", () => {
    assert.isFalse(isSecret("x".repeat(15)))
    assert.isTrue(isSecret("x".repeat(16)))
    assert.isTrue(isSecret("x".repeat(256)))
    assert.isFalse(isSecret("x".repeat(257)))
    assert.isFalse(isSecret(`${"x".repeat(16)} y`))
    assert.isFalse(isSecret(`${"x".repeat(16)}ü`))
  })
})

describe("plans", () => {
  it("only pay-as-you-go includes alerts", () => {
    assert.isTrue(includesAlerts("pay-as-you-go"))
    assert.isFalse(includesAlerts("free"))
  })
})
