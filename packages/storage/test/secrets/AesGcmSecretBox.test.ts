import { assert, describe, it } from "@effect/vitest"
import { SecretBox } from "@landfall/core/alerts/sending/SecretBox"
import { Effect, Redacted, Schema } from "effect"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"

const KEY = Redacted.make("the key")
const OTHER = Redacted.make("another key")

const openBox = (key: Redacted.Redacted<string>, ...previousKeys: ReadonlyArray<Redacted.Redacted<string>>) =>
  Effect.provide(SecretBox, AesGcmSecretBox.layer({ key, previousKeys }))

const seal = Effect.fnUntraced(function* (text: string, key = KEY) {
  return yield* (yield* openBox(key)).seal(Redacted.make(text))
})

describe("AesGcmSecretBox", () => {
  it.effect.prop("opens a secret that it has sealed", [Schema.String], ([text]) =>
    Effect.gen(function* () {
      const { open } = yield* openBox(KEY)
      assert.strictEqual(Redacted.value(yield* open(yield* seal(text))), text.toWellFormed())
    })
  )

  it.effect("seals the same text differently each time, without showing it", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* seal("whsec_abc"), yield* seal("whsec_abc")]
      assert.notStrictEqual(first, second)
      assert.notInclude(first, "whsec")
    })
  )

  it.effect("prefixes a sealed secret with its version and key id, which do not reveal the key", () =>
    Effect.gen(function* () {
      const [version, keyId] = (yield* seal("x")).split(".")
      const [, otherKeyId] = (yield* seal("x", OTHER)).split(".")
      assert.strictEqual(version, "v1")
      assert.match(keyId ?? "", /^[A-Za-z0-9_-]{8}$/)
      assert.notStrictEqual(keyId, otherKeyId)
    })
  )

  it.effect("does not open a secret that another key has sealed, and names that key", () =>
    Effect.gen(function* () {
      const sealed = yield* seal("x", OTHER)
      const error = yield* Effect.flip((yield* openBox(KEY)).open(sealed))
      assert.strictEqual(error.reason, "unknown_key")
      assert.include(error.message, sealed.split(".")[1] ?? "")
      assert.include(error.message, "LANDFALL_SECRETS_KEY")
    })
  )

  it.effect("opens a secret of a previous key, and seals with the new key", () =>
    Effect.gen(function* () {
      const rotated = yield* openBox(OTHER, KEY)
      assert.strictEqual(Redacted.value(yield* rotated.open(yield* seal("x"))), "x")
      const sealed = yield* rotated.seal(Redacted.make("x"))
      assert.strictEqual((yield* Effect.flip((yield* openBox(KEY)).open(sealed))).reason, "unknown_key")
    })
  )

  it.effect("does not open a sealed secret with any changed character", () =>
    Effect.gen(function* () {
      const { open } = yield* openBox(KEY)
      const sealed = yield* seal("a secret")
      for (let at = 0; at < sealed.length - 1; at++) {
        const letter = sealed[at] === "A" ? "B" : "A"
        const error = yield* Effect.flip(open(sealed.slice(0, at) + letter + sealed.slice(at + 1)))
        assert.include(["malformed", "unknown_key", "damaged"], error.reason)
      }
    })
  )

  it.effect.prop("rejects text that was never sealed", [Schema.String], ([text]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip((yield* openBox(KEY)).open(text))
      assert.include(["malformed", "unknown_key"], error.reason)
    })
  )
})
