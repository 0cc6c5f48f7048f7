import { assert, describe } from "@effect/vitest"
import { Account, AccountStore } from "@landfall/core/accounts/Account"
import { ApiKeyId, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { DateTime, Effect, Option } from "effect"
import { apiKeyHashOf, apiKeyOf, SAMPLE_TIME, ulidOf } from "../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount } from "../suite/StoredSamples.ts"

const AT = DateTime.toEpochMillis(SAMPLE_TIME) + 60_000

/** Registers the contract of `ApiKeyStore`. */
export const apiKeyStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`ApiKeyStore on ${name}`, () => {
    rule(layer, "a key authenticates its account, and an unknown hash authenticates none", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        yield* store.add(apiKeyOf(account, 1))
        yield* store.add(apiKeyOf(other, 2))
        assertSame(yield* store.authenticate(apiKeyHashOf(1)), Option.some(account))
        assertSame(yield* store.authenticate(apiKeyHashOf(2)), Option.some(other))
        assert.isTrue(Option.isNone(yield* store.authenticate(apiKeyHashOf(3))))
      })
    )

    rule(layer, "concurrent addFirst calls add one key to an account, and later calls add none", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        yield* store.add(apiKeyOf(other, 9))
        const keys = [1, 2, 3].map((n) => apiKeyOf(account, n))
        const added = yield* Effect.forEach(keys, store.addFirst, { concurrency: "unbounded" })
        assert.strictEqual(added.filter((isAdded) => isAdded).length, 1)
        const [first, ...others] = yield* store.list(account.id)
        assert.deepStrictEqual(others, [])
        assert.strictEqual(first?.id, keys[added.indexOf(true)]?.id)
        yield* store.revoke(first?.id ?? ApiKeyId.make("key_none"), AT)
        assert.isFalse(yield* store.addFirst(apiKeyOf(account, 4)), "a revoked key counts as the first key")
      })
    )

    rule(layer, "authenticate returns the current state of the account", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const account = yield* storeAccount(1)
        yield* store.add(apiKeyOf(account, 1))
        const changed = new Account({ ...account, plan: "free" })
        yield* (yield* AccountStore).update(changed)
        assertSame(yield* store.authenticate(apiKeyHashOf(1)), Option.some(changed))
      })
    )

    rule(layer, "a revoked key authenticates no account, and other keys of the account still do", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const account = yield* storeAccount(1)
        const key = apiKeyOf(account, 1)
        yield* store.add(key)
        yield* store.add(apiKeyOf(account, 2))
        const revoked = yield* store.revoke(key.id, AT)
        assertSame(revoked.revokedAt, Option.some(DateTime.makeUnsafe(AT)))
        assert.isTrue(Option.isNone(yield* store.authenticate(key.hash)))
        assertSame(yield* store.authenticate(apiKeyHashOf(2)), Option.some(account))
      })
    )

    rule(layer, "a second revocation does not change the first instant", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const account = yield* storeAccount(1)
        const key = apiKeyOf(account, 1)
        yield* store.add(key)
        const first = yield* store.revoke(key.id, AT)
        assertSame(yield* store.revoke(key.id, AT + 1), first)
        assertSame(yield* store.list(account.id), [first])
      })
    )

    rule(layer, "a key that was never added cannot be revoked", () =>
      Effect.gen(function* () {
        const id = ApiKeyId.make(`key_${ulidOf(9)}`)
        const error = yield* assertFailsWith((yield* ApiKeyStore).revoke(id, AT), "ApiKeyNotFound")
        assert.strictEqual(error.id, id)
      })
    )

    rule(layer, "adding a hash again to its account changes nothing", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const account = yield* storeAccount(1)
        const key = apiKeyOf(account, 1)
        yield* store.add(key)
        yield* store.add(apiKeyOf(account, 2, { hash: key.hash, name: "Again" }))
        assertSame(yield* store.list(account.id), [key])
      })
    )

    rule(layer, "a revoked key stays revoked when its hash is added again", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const account = yield* storeAccount(1)
        const key = apiKeyOf(account, 1)
        yield* store.add(key)
        yield* store.revoke(key.id, AT)
        yield* store.add(apiKeyOf(account, 2, { hash: key.hash }))
        assert.isTrue(Option.isNone(yield* store.authenticate(key.hash)))
      })
    )

    rule(layer, "a hash of one account cannot be added to another", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        const key = apiKeyOf(account, 1)
        yield* store.add(key)
        yield* assertFailsWith(store.add(apiKeyOf(other, 2, { hash: key.hash })), "StorageError")
        assertSame(yield* store.authenticate(key.hash), Option.some(account))
        assert.deepStrictEqual(yield* store.list(other.id), [])
      })
    )

    rule(layer, "the keys of an account are listed oldest first, revoked keys included", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        const [second, first] = [apiKeyOf(account, 2), apiKeyOf(account, 1)]
        for (const key of [second, first, apiKeyOf(other, 3)]) yield* store.add(key)
        const revoked = yield* store.revoke(first.id, AT)
        assertSame(yield* store.list(account.id), [revoked, second])
      })
    )
  })
}
