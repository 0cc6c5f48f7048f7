import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { verifyNotification } from "../../../src/dcsa/carriers/DcsaNotifications.ts"
import { MacStreams } from "../../../src/dcsa/carriers/MacStreams.ts"

const layer = Mac.layerWebCrypto.pipe(Layer.provideMerge(SecureRandom.layerWebCrypto))
const bytes = (text: string) => new TextEncoder().encode(text)

const signature = Effect.fnUntraced(function* (secret: Uint8Array, body: Uint8Array) {
  const mac = yield* Mac.Mac
  return `sha256=${Hex.encode(yield* mac.sign(yield* Mac.key(Mac.hmacSha256, secret), body))}`
})

/** A secret without trailing zero bytes: HMAC pads keys with zeros (RFC 2104 section 2). */
const keyed = (secret: Uint8Array) => Hex.encode(secret).replace(/(00)+$/, "")

describe("the signature of a notification", () => {
  it.effect("is HMAC-SHA256 in hexadecimal: RFC 4231, test case 2", () =>
    Effect.gen(function* () {
      const header = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      const verify = (value: string | undefined) =>
        verifyNotification(Redacted.make(bytes("Jefe")), bytes("what do ya want for nothing?"), value)
      assert.strictEqual(yield* verify(header), "valid")
      assert.strictEqual(yield* verify(header.toUpperCase().replace("SHA256", "sha256")), "valid")
      assert.strictEqual(yield* verify(` ${header} `), "valid")
      assert.strictEqual(yield* verify(undefined), "missing")
    }).pipe(Effect.provide(layer))
  )

  const digits = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
  const malformed = [
    "",
    digits,
    "sha256=",
    `sha256=${digits.slice(2)}`,
    `sha256=${digits}00`,
    `sha1=${digits}`,
    `SHA256=${digits}`,
    `sha256=${digits.replace("5", "g")}`,
    `sha256=${digits}, sha256=${digits}`,
    `sha256=${btoa(digits).slice(0, 64)}`,
    `sha256=${digits}\n`.repeat(2)
  ]
  it.effect("in any other form is rejected", () =>
    Effect.gen(function* () {
      for (const header of malformed) {
        const verdict = yield* verifyNotification(
          Redacted.make(bytes("Jefe")),
          bytes("what do ya want for nothing?"),
          header
        )
        assert.strictEqual(verdict, "malformed", header)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect.prop(
    "matches exactly its body, byte for byte, and its secret",
    [Schema.String, Schema.NonEmptyString, Schema.NonEmptyString],
    ([text, one, other]) =>
      Effect.gen(function* () {
        const [body, secret, wrong] = [bytes(text), bytes(one), bytes(other)]
        const header = yield* signature(secret, body)
        assert.strictEqual(yield* verifyNotification(Redacted.make(secret), body, header), "valid")
        assert.strictEqual(yield* verifyNotification(Redacted.make(secret), bytes(`${text} `), header), "wrong")
        const same = keyed(secret) === keyed(wrong)
        assert.strictEqual(yield* verifyNotification(Redacted.make(wrong), body, header), same ? "valid" : "wrong")
      }).pipe(Effect.provide(layer))
  )
})

describe("an HMAC over bytes that arrive in parts", () => {
  it.effect.prop(
    "is that over the whole, wherever the parts end",
    [Schema.NonEmptyString, Schema.Array(Schema.String)],
    ([key, texts]) =>
      Effect.gen(function* () {
        const { make } = yield* MacStreams
        const { add, tag } = make(Redacted.make(bytes(key)))
        // The bytes are joined, not the texts: two halves of a surrogate pair are other bytes alone than together.
        const parts = texts.map(bytes)
        for (const part of parts) add(part)
        const mac = yield* Mac.Mac
        const whole = Uint8Array.from(parts.flatMap((part) => [...part]))
        assert.deepStrictEqual(yield* tag, yield* mac.sign(yield* Mac.key(Mac.hmacSha256, bytes(key)), whole))
      }).pipe(Effect.provide(Layer.provideMerge(MacStreams.layerRetained, layer)))
  )
})
