import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { sign, verify } from "../../../src/alerts/sending/Signature.ts"
import {
  activeSecrets,
  makeSigningSecret,
  rotateSigningSecret,
  SigningSecretText,
  secretBytes
} from "../../../src/alerts/sending/SigningSecret.ts"

const layer = Mac.layerWebCrypto.pipe(Layer.provideMerge(SecureRandom.layerWebCrypto))
const secretOf = (text: string) => Redacted.make(SigningSecretText.make(text))
const isSecret = Schema.is(SigningSecretText)

const Seconds = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 4e9 })))
const Skew = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: -1000, maximum: 1000 })))
const Length = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 100 })))

describe("signatures", () => {
  it.effect("match the example of the Standard Webhooks specification", () =>
    Effect.gen(function* () {
      const secret = secretOf("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
      const header = yield* sign([secret], {
        id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
        timestampSeconds: 1_614_265_330,
        body: '{"test": 2432232314}'
      })
      assert.strictEqual(header, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }).pipe(Effect.provide(layer))
  )

  it.effect.prop(
    "verify with every secret that signed, and with no other body, id or secret",
    [Schema.String, Schema.String, Seconds],
    ([id, body, timestampSeconds]) =>
      Effect.gen(function* () {
        const first = yield* makeSigningSecret
        const second = yield* makeSigningSecret
        const other = yield* makeSigningSecret
        const signed = { id, body, timestampSeconds }
        const header = yield* sign([first, second], signed)
        assert.strictEqual(yield* verify(first, signed, header, timestampSeconds), "valid")
        assert.strictEqual(yield* verify(second, signed, header, timestampSeconds), "valid")
        assert.strictEqual(yield* verify(other, signed, header, timestampSeconds), "no_matching_signature")
        const forged = { ...signed, body: `${body} ` }
        assert.strictEqual(yield* verify(first, forged, header, timestampSeconds), "no_matching_signature")
      }).pipe(Effect.provide(layer))
  )

  it.effect.prop("are rejected more than five minutes from the receiver's clock", [Skew], ([skew]) =>
    Effect.gen(function* () {
      const secret = yield* makeSigningSecret
      const signed = { id: "msg_1", body: "{}", timestampSeconds: 1_700_000_000 }
      const verdict = yield* verify(secret, signed, yield* sign([secret], signed), signed.timestampSeconds + skew)
      assert.strictEqual(verdict, skew > 300 ? "timestamp_too_old" : skew < -300 ? "timestamp_too_new" : "valid")
    }).pipe(Effect.provide(layer))
  )

  it.effect("are compared with one HMAC of the body, however many a header has", () =>
    Effect.gen(function* () {
      const secret = yield* makeSigningSecret
      const signed = { id: "msg_1", body: "{}", timestampSeconds: 1_700_000_000 }
      const mac = yield* Mac.Mac
      const counts = { hmacs: 0 }
      const counting = Mac.Mac.of({
        ...mac,
        sign: (key, data) => Effect.tap(mac.sign(key, data), () => Effect.sync(() => counts.hmacs++)),
        verify: (key, tag, data) => Effect.tap(mac.verify(key, tag, data), () => Effect.sync(() => counts.hmacs++))
      })
      const verdictOn = (header: string) =>
        Effect.provideService(verify(secret, signed, header, signed.timestampSeconds), Mac.Mac, counting)
      const wrong = `v1,${Base64.encode(new Uint8Array(32))}`
      const invalid = ["v1,", "v1", "", "v2,AA==", "v1,?", `v1,${Base64.encode(new Uint8Array(31))}`]
      const many = Array.from({ length: 1000 }, () => [wrong, ...invalid].join(" ")).join(" ")
      assert.strictEqual(yield* verdictOn(many), "no_matching_signature")
      assert.strictEqual(yield* verdictOn(`${many} ${yield* sign([secret], signed)}`), "valid")
      assert.strictEqual(counts.hmacs, 2)
    }).pipe(Effect.provide(layer))
  )
})

describe("signing secrets", () => {
  it.effect.prop("have 24 to 64 bytes after whsec_", [Length], ([length]) =>
    Effect.sync(() => {
      const text = `whsec_${Base64.encode(new Uint8Array(length).fill(7))}`
      assert.strictEqual(isSecret(text), length >= 24 && length <= 64)
      assert.isFalse(isSecret(text.slice(6)))
    })
  )

  it.effect("are 32 random bytes when generated", () =>
    Effect.gen(function* () {
      const one = yield* makeSigningSecret
      const two = yield* makeSigningSecret
      assert.strictEqual(secretBytes(one).length, 32)
      assert.notStrictEqual(Redacted.value(one), Redacted.value(two))
    }).pipe(Effect.provide(layer))
  )

  it.effect.prop("after a rotation the previous secret signs for exactly 24 hours more", [Seconds], ([seconds]) =>
    Effect.gen(function* () {
      const now = DateTime.makeUnsafe(seconds * 1000)
      const first = yield* makeSigningSecret
      const second = yield* makeSigningSecret
      const ring = rotateSigningSecret({ current: first, previous: [] }, second, now)
      const end = seconds * 1000 + 24 * 3_600_000
      assert.deepStrictEqual(activeSecrets(ring, end - 1), [second, first])
      assert.deepStrictEqual(activeSecrets(ring, end), [second])
    }).pipe(Effect.provide(layer))
  )

  it.effect("a second rotation shortens no expiry, and a secret that becomes current again signs once", () =>
    Effect.gen(function* () {
      const [first, second, third] = [yield* makeSigningSecret, yield* makeSigningSecret, yield* makeSigningSecret]
      const at = (hours: number) => DateTime.makeUnsafe(hours * 3_600_000)
      const rotated = rotateSigningSecret({ current: first, previous: [] }, second, at(0))
      assert.strictEqual(rotateSigningSecret(rotated, second, at(1)), rotated, "to the secret that it is already")
      const twice = rotateSigningSecret(rotated, third, at(1))
      assert.deepStrictEqual(activeSecrets(twice, 24 * 3_600_000 - 1), [third, second, first])
      assert.deepStrictEqual(activeSecrets(twice, 24 * 3_600_000), [third, second])
      assert.deepStrictEqual(activeSecrets(twice, 25 * 3_600_000), [third])
      assert.deepStrictEqual(activeSecrets(rotateSigningSecret(twice, first, at(2)), 2 * 3_600_000), [
        first,
        third,
        second
      ])
      let often = twice
      for (let n = 0; n < 10; n++) often = rotateSigningSecret(often, yield* makeSigningSecret, at(2))
      assert.strictEqual(activeSecrets(often, 2 * 3_600_000).length, 5)
    }).pipe(Effect.provide(layer))
  )
})
