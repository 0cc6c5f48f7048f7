import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { AccountId } from "../../src/accounts/Account.ts"
import {
  ApiKey,
  ApiKeyHash,
  ApiKeyId,
  ApiKeySecret,
  addedKey,
  apiKeyState,
  hashApiKey,
  isLaterUse,
  makeApiKeySecret,
  prefixOf
} from "../../src/accounts/ApiKey.ts"
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

  it.effect("are random, have a recognisable prefix, and satisfy the rules for supplied keys", () =>
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

  it("supplied by an operator have 16 to 256 printable characters without blanks", () => {
    assert.isFalse(isSecret("x".repeat(15)))
    assert.isTrue(isSecret("x".repeat(16)))
    assert.isTrue(isSecret("x".repeat(256)))
    assert.isFalse(isSecret("x".repeat(257)))
    assert.isFalse(isSecret(`${"x".repeat(16)} y`))
    assert.isFalse(isSecret(`${"x".repeat(16)}ü`))
  })
})

describe("the state of a key", () => {
  const at = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
  const later = DateTime.add(at, { milliseconds: 1 })
  const keyWith = (changes: Partial<ApiKey>) =>
    new ApiKey({
      id: ApiKeyId.make("key_1"),
      accountId: AccountId.make("acc_1"),
      name: "Key",
      hash: ApiKeyHash.make("0".repeat(64)),
      prefix: Option.none(),
      createdAt: at,
      expiresAt: Option.none(),
      allowedNetworks: [],
      lastUsedAt: Option.none(),
      revokedAt: Option.none(),
      ...changes
    })

  it("is valid until its end, which is the first instant at which it is expired", () => {
    const key = keyWith({ expiresAt: Option.some(later) })
    assert.strictEqual(apiKeyState(key, at), "valid")
    assert.strictEqual(apiKeyState(key, later), "expired")
    assert.strictEqual(apiKeyState(keyWith({}), DateTime.makeUnsafe("9999-01-01")), "valid")
  })

  it("is added once to an account, and to no other account", () => {
    const stored = keyWith({})
    assert.strictEqual(Result.getOrThrow(addedKey(stored, keyWith({ id: ApiKeyId.make("key_2") }))), stored)
    const other = AccountId.make("acc_2")
    const rejected = Result.flip(addedKey(stored, keyWith({ accountId: other })))
    assert.deepInclude(Result.getOrThrow(rejected), { id: stored.id, accountId: stored.accountId, requestedFor: other })
  })

  it("is revoked once it was revoked, whether it has expired or not", () => {
    for (const expiresAt of [Option.none(), Option.some(at)]) {
      assert.strictEqual(apiKeyState(keyWith({ expiresAt, revokedAt: Option.some(later) }), at), "revoked")
    }
  })
})

describe("the last use of a key", () => {
  it("is recorded unless the same or a later one is stored", () => {
    assert.isTrue(isLaterUse({ lastUsedAt: Option.none() }, 7))
    assert.deepStrictEqual(
      [6, 7, 8].map((last) => isLaterUse({ lastUsedAt: Option.some(DateTime.makeUnsafe(last)) }, 7)),
      [true, false, false]
    )
  })
})

describe("the prefix of a key", () => {
  it("begins the key, with few characters of its secret part", () => {
    assert.strictEqual(prefixOf(`lf_${"x".repeat(43)}`), "lf_xxxx")
    assert.strictEqual(prefixOf("operator-supplied-key"), "oper")
  })
})

describe("plans", () => {
  it("only pay-as-you-go includes alerts", () => {
    assert.isTrue(includesAlerts("pay-as-you-go"))
    assert.isFalse(includesAlerts("free"))
  })
})
