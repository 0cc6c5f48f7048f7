import { assert, describe } from "@effect/vitest"
import { Account, AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { Arbitrary, DateTime, Effect, Option, Schema } from "effect"
import { storableText } from "../../samples/Arbitraries.ts"
import { accountOf, ulidOf } from "../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount } from "../suite/StoredSamples.ts"

const Grant = Schema.Option(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))))
const accountChanges = Arbitrary.all({
  name: Arbitrary.map(storableText, (text) => `${text}!`),
  monthlyCredits: Arbitrary.schema(Grant)
})

/** Registers the contract of `AccountStore`. */
export const accountStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`AccountStore on ${name}`, () => {
    property(layer, "find returns an account as it was stored", accountChanges, (changes) =>
      Effect.gen(function* () {
        const store = yield* AccountStore
        const account = accountOf(1, changes)
        yield* store.create(account)
        assertSame(yield* store.find(account.id), account)
      })
    )

    rule(layer, "instants are stored to the millisecond", () =>
      Effect.gen(function* () {
        const account = yield* storeAccount(1, { createdAt: DateTime.makeUnsafe("2026-12-31T23:59:59.999Z") })
        assertSame((yield* (yield* AccountStore).find(account.id)).createdAt, account.createdAt)
      })
    )

    rule(layer, "an account that was never stored is not found", () =>
      Effect.gen(function* () {
        const id = AccountId.make(`acc_${ulidOf(9)}`)
        const error = yield* assertFailsWith((yield* AccountStore).find(id), "AccountNotFound")
        assert.strictEqual(error.id, id)
      })
    )

    rule(layer, "a second account with the same id is rejected, and the first stays", () =>
      Effect.gen(function* () {
        const store = yield* AccountStore
        const account = yield* storeAccount(1)
        yield* assertFailsWith(store.create(accountOf(1, { name: "Another" })), "StorageError")
        assertSame(yield* store.find(account.id), account)
      })
    )

    rule(layer, "an empty store has no first account and lists none", () =>
      Effect.gen(function* () {
        const store = yield* AccountStore
        assert.isTrue(Option.isNone(yield* store.first))
        assert.deepStrictEqual(yield* store.list, [])
      })
    )

    rule(layer, "concurrent createFirst calls store one account, and all return it", () =>
      Effect.gen(function* () {
        const store = yield* AccountStore
        const accounts = [3, 1, 2].map((n) => accountOf(n))
        const created = yield* Effect.forEach(accounts, store.createFirst, { concurrency: "unbounded" })
        const [first, ...others] = yield* store.list
        assert.deepStrictEqual(others, [])
        for (const account of created) assert.strictEqual(account.id, first?.id)
      })
    )

    rule(layer, "accounts are listed oldest first, in any order of creation", () =>
      Effect.gen(function* () {
        const store = yield* AccountStore
        const [b, c, a] = [yield* storeAccount(2), yield* storeAccount(3), yield* storeAccount(1)]
        assertSame(yield* store.list, [a, b, c])
        assertSame(yield* store.first, Option.some(a))
      })
    )

    rule(layer, "an update replaces the mutable fields of this account only", () =>
      Effect.gen(function* () {
        const store = yield* AccountStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        const changed = new Account({ ...account, name: "Renamed", plan: "free", monthlyCredits: Option.some(7) })
        yield* store.update(changed)
        assertSame(yield* store.list, [changed, other])
      })
    )

    rule(layer, "an account that was never stored cannot be updated", () =>
      Effect.gen(function* () {
        const store = yield* AccountStore
        yield* assertFailsWith(store.update(accountOf(1)), "AccountNotFound")
        assert.deepStrictEqual(yield* store.list, [])
      })
    )
  })
}
