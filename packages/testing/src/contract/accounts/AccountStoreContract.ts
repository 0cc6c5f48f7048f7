import { assert, describe } from "@effect/vitest"
import { Account, AccountId, AccountStore } from "@landfall/core/accounts/Account"
import type { PageRequest } from "@landfall/core/listing/Page"
import { Arbitrary, DateTime, Effect, Option, Schema } from "effect"
import { storableText } from "../../samples/Arbitraries.ts"
import { accountOf, ulidOf } from "../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { pagingRules } from "../suite/PagingRules.ts"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount } from "../suite/StoredSamples.ts"

const Grant = Schema.Option(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))))
const accountChanges = Arbitrary.all({
  name: Arbitrary.map(storableText, (text) => `${text}!`),
  monthlyCredits: Arbitrary.schema(Grant)
})

const openList = Effect.fnUntraced(function* () {
  const store = yield* AccountStore
  return {
    add: (n: number) => Effect.map(storeAccount(n), ({ id }) => id),
    list: (request: PageRequest) =>
      Effect.map(store.listPage(request), (page) => ({ ...page, data: page.data.map(({ id }) => id) }))
  }
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

    rule(layer, "a change replaces the named values of this account only, and returns the account", () =>
      Effect.gen(function* () {
        const store = yield* AccountStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        const changes = [
          { name: "Renamed" },
          { plan: "free" as const, monthlyCredits: Option.some(7) },
          { monthlyCredits: Option.none() },
          {}
        ]
        let expected = account
        for (const change of changes) {
          expected = new Account({ ...expected, ...change })
          assertSame(yield* store.change(account.id, change), expected)
          assertSame(yield* store.list, [expected, other])
        }
      })
    )

    rule(layer, "of concurrent changes, each leaves the properties that it does not name", () =>
      Effect.gen(function* () {
        const store = yield* AccountStore
        const account = yield* storeAccount(1)
        const changes = [{ name: "Renamed" }, { plan: "free" as const }, { monthlyCredits: Option.some(7) }]
        yield* Effect.forEach(changes, (change) => store.change(account.id, change), { concurrency: "unbounded" })
        assertSame(
          yield* store.find(account.id),
          new Account({ ...account, name: "Renamed", plan: "free", monthlyCredits: Option.some(7) })
        )
      })
    )

    pagingRules(layer, "oldest first", openList)

    rule(layer, "an account that was never stored cannot be changed", () =>
      Effect.gen(function* () {
        const store = yield* AccountStore
        for (const change of [{ name: "Renamed" }, {}]) {
          yield* assertFailsWith(store.change(accountOf(1).id, change), "AccountNotFound")
        }
        assert.deepStrictEqual(yield* store.list, [])
      })
    )
  })
}
