import { assert, describe } from "@effect/vitest"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { FIRST_PAGE_REQUEST, type PageRequest } from "@landfall/core/listing/Page"
import { Effect, Option } from "effect"
import { applicationOf } from "../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { pagingRules } from "../suite/PagingRules.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount, storeApplication } from "../suite/StoredSamples.ts"

const openList = Effect.fnUntraced(function* () {
  const store = yield* ApplicationStore
  const account = yield* storeAccount(1)
  return {
    add: (n: number) => Effect.map(storeApplication(account, n), (application) => application.id),
    list: (request: PageRequest) =>
      Effect.map(store.list(account.id, request), (page) => ({ ...page, data: page.data.map(({ id }) => id) }))
  }
})

/** Registers the contract of `ApplicationStore`. */
export const applicationStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`ApplicationStore on ${name}`, () => {
    rule(layer, "an application is found as it was stored", () =>
      Effect.gen(function* () {
        const store = yield* ApplicationStore
        const account = yield* storeAccount(1)
        const application = yield* storeApplication(account, 1)
        assertSame(yield* store.find(account.id, application.id), application)
      })
    )

    rule(layer, "an application of another account is not found, listed or first", () =>
      Effect.gen(function* () {
        const store = yield* ApplicationStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        const application = yield* storeApplication(account, 1)
        const error = yield* assertFailsWith(store.find(other.id, application.id), "ApplicationNotFound")
        assert.strictEqual(error.id, application.id)
        assert.deepStrictEqual((yield* store.list(other.id, FIRST_PAGE_REQUEST)).data, [])
        assert.isTrue(Option.isNone(yield* store.first(other.id)))
      })
    )

    rule(layer, "the first application of an account is its oldest", () =>
      Effect.gen(function* () {
        const store = yield* ApplicationStore
        const account = yield* storeAccount(1)
        yield* storeApplication(account, 2)
        const oldest = yield* storeApplication(account, 1)
        assertSame(yield* store.first(account.id), Option.some(oldest))
      })
    )

    rule(layer, "rejects a second application with the same id, also in another account", () =>
      Effect.gen(function* () {
        const store = yield* ApplicationStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        const application = yield* storeApplication(account, 1)
        yield* assertFailsWith(store.create(applicationOf(other, 1)), "StorageError")
        assertSame(yield* store.find(account.id, application.id), application)
      })
    )

    pagingRules(layer, "oldest first", openList)
  })
}
