import { assert, describe } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import type { AllowedNetwork } from "@landfall/core/accounts/AllowedNetworks"
import { ApiKeyId, ApiKeyStore, isLaterUse } from "@landfall/core/accounts/ApiKey"
import type { PageRequest } from "@landfall/core/listing/Page"
import { DateTime, Effect, Option, Ref } from "effect"
import { apiKeyHashOf, apiKeyOf, SAMPLE_TIME, ulidOf } from "../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { pagingRules } from "../suite/PagingRules.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount } from "../suite/StoredSamples.ts"

const AT = DateTime.toEpochMillis(SAMPLE_TIME) + 60_000

const openList = Effect.fnUntraced(function* () {
  const store = yield* ApiKeyStore
  const account = yield* storeAccount(1)
  yield* store.add(apiKeyOf(yield* storeAccount(2), 0))
  return {
    add: (n: number) => {
      const key = apiKeyOf(account, n)
      return Effect.as(store.add(key), key.id as string)
    },
    list: (request: PageRequest) =>
      Effect.map(store.listPage(account.id, request), (page) => ({ ...page, data: page.data.map(({ id }) => id) }))
  }
})

/** Registers the contract of `ApiKeyStore`. */
export const apiKeyStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`ApiKeyStore on ${name}`, () => {
    rule(layer, "find and findById return a key as it was stored, with its account, and none for an unknown one", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const [account, other] = [
          yield* storeAccount(1),
          yield* storeAccount(2, { plan: "free", monthlyCredits: Option.some(7) })
        ]
        const keys = [
          apiKeyOf(account, 1),
          apiKeyOf(other, 2, {
            prefix: Option.none(),
            expiresAt: Option.some(DateTime.makeUnsafe(AT)),
            allowedNetworks: ["192.0.2.0/24" as AllowedNetwork, "2001:db8::/32" as AllowedNetwork],
            lastUsedAt: Option.some(DateTime.makeUnsafe(AT - 1)),
            revokedAt: Option.some(DateTime.makeUnsafe(AT + 1))
          })
        ] as const
        for (const key of keys) yield* store.add(key)
        assertSame(yield* store.find(apiKeyHashOf(1)), Option.some({ account, key: keys[0] }))
        assertSame(yield* store.find(apiKeyHashOf(2)), Option.some({ account: other, key: keys[1] }))
        assert.isTrue(Option.isNone(yield* store.find(apiKeyHashOf(3))))
        assertSame(yield* store.findById(keys[1].id), Option.some({ account: other, key: keys[1] }))
        assert.isTrue(Option.isNone(yield* store.findById(apiKeyOf(account, 3).id)))
      })
    )

    rule(layer, "findAll returns the keys with these hashes, in any state and of any account", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const revoked = { revokedAt: Option.some(DateTime.makeUnsafe(AT)) }
        const keys = [apiKeyOf(yield* storeAccount(1), 1), apiKeyOf(yield* storeAccount(2), 2, revoked)]
        for (const key of keys) yield* store.add(key)
        const found = yield* store.findAll([apiKeyHashOf(3), apiKeyHashOf(2), apiKeyHashOf(1), apiKeyHashOf(2)])
        assertSame(
          found.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
          keys
        )
        assertSame(yield* store.findAll([]), [])
      })
    )

    rule(layer, "recordUse sets the last use of each key, never back, and ignores unknown ids", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const account = yield* storeAccount(1)
        const keys = [1, 2, 3].map((n) => apiKeyOf(account, n))
        for (const key of keys) yield* store.add(key)
        const [first, second, third] = keys.map(({ id }) => id)
        if (first === undefined || second === undefined || third === undefined) return assert.fail("three keys")
        const lastUses = Effect.map(store.list(account.id), (stored) =>
          stored.map(({ lastUsedAt }) => Option.getOrNull(Option.map(lastUsedAt, DateTime.toEpochMillis)))
        )
        yield* store.recordUse([first, second, ApiKeyId.make(`key_${ulidOf(9)}`)], AT)
        assert.deepStrictEqual(yield* lastUses, [AT, AT, null])
        yield* store.recordUse([first], AT - 1)
        yield* store.recordUse([second, third], AT + 1)
        yield* store.recordUse([], AT + 2)
        assert.deepStrictEqual(yield* lastUses, [AT, AT + 1, AT + 1])
        for (const at of [AT - 1, AT, AT + 1, AT + 2]) {
          const before = yield* store.list(account.id)
          yield* store.recordUse([first, second, third], at)
          assert.deepStrictEqual(
            yield* lastUses,
            before.map((key) =>
              isLaterUse(key, at) ? at : Option.getOrNull(Option.map(key.lastUsedAt, DateTime.toEpochMillis))
            )
          )
        }
      })
    )

    pagingRules(layer, "oldest first", openList)

    rule(layer, "concurrent addFirst calls add one key to an account, and later calls add none", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        yield* store.add(apiKeyOf(other, 9))
        const keys = [1, 2, 3].map((n) => apiKeyOf(account, n))
        const added = yield* Effect.forEach(keys, (key) => store.addFirst(key), { concurrency: "unbounded" })
        assert.strictEqual(added.filter((isAdded) => isAdded).length, 1)
        const [first, ...others] = yield* store.list(account.id)
        assert.deepStrictEqual(others, [])
        assert.strictEqual(first?.id, keys[added.indexOf(true)]?.id)
        yield* store.revoke(first?.id ?? ApiKeyId.make("key_none"), AT)
        assert.isFalse(yield* store.addFirst(apiKeyOf(account, 4)), "a revoked key counts as the first key")
      })
    )

    rule(layer, "addFirst runs what comes before for the first key only, and its failure stores nothing", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const account = yield* storeAccount(1)
        const runs = yield* Ref.make(0)
        const before = Ref.update(runs, (n) => n + 1)
        const failing = Effect.andThen(before, Effect.fail({ _tag: "Failing" as const }))
        yield* assertFailsWith(store.addFirst(apiKeyOf(account, 1), failing), "Failing")
        assert.deepStrictEqual(yield* store.list(account.id), [])
        assert.isTrue(yield* store.addFirst(apiKeyOf(account, 2), before))
        assert.isFalse(yield* store.addFirst(apiKeyOf(account, 3), before))
        assert.strictEqual(yield* Ref.get(runs), 2)
        assertSame(yield* store.list(account.id), [apiKeyOf(account, 2)])
      })
    )

    rule(layer, "find returns the current state of the account", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const account = yield* storeAccount(1)
        yield* store.add(apiKeyOf(account, 1))
        const changed = yield* (yield* AccountStore).change(account.id, { plan: "free" })
        assertSame(
          Option.map(yield* store.find(apiKeyHashOf(1)), (found) => found.account),
          Option.some(changed)
        )
      })
    )

    rule(layer, "a revoked key is found as revoked, and other keys of the account do not change", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const account = yield* storeAccount(1)
        const key = apiKeyOf(account, 1)
        yield* store.add(key)
        yield* store.add(apiKeyOf(account, 2))
        const revoked = yield* store.revoke(key.id, AT)
        assertSame(revoked.revokedAt, Option.some(DateTime.makeUnsafe(AT)))
        assertSame(yield* store.find(key.hash), Option.some({ account, key: revoked }))
        assertSame(yield* store.find(apiKeyHashOf(2)), Option.some({ account, key: apiKeyOf(account, 2) }))
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
        assertSame(yield* store.add(key), key)
        assertSame(yield* store.add(apiKeyOf(account, 2, { hash: key.hash, name: "Again" })), key)
        assertSame(yield* store.list(account.id), [key])
      })
    )

    rule(layer, "a revoked key stays revoked when its hash is added again", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const account = yield* storeAccount(1)
        const key = apiKeyOf(account, 1)
        yield* store.add(key)
        const revoked = yield* store.revoke(key.id, AT)
        yield* store.add(apiKeyOf(account, 2, { hash: key.hash }))
        assertSame(yield* store.find(key.hash), Option.some({ account, key: revoked }))
      })
    )

    rule(layer, "a hash of one account cannot be added to another", () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        const key = apiKeyOf(account, 1)
        yield* store.add(key)
        const error = yield* assertFailsWith(store.add(apiKeyOf(other, 2, { hash: key.hash })), "ApiKeyTaken")
        assert.deepStrictEqual([error.id, error.accountId, error.requestedFor], [key.id, account.id, other.id])
        assertSame(yield* store.find(key.hash), Option.some({ account, key }))
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
