import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { accountOf, SAMPLE_TIME } from "@landfall/testing/samples/Samples"
import { Context, Effect, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { openOnFile, storageOn, temporaryFile } from "../TestStorage.ts"

const GRANT = 100
const account = accountOf(1, { monthlyCredits: Option.some(GRANT) })
const one = Credits.make(1)

const consumedIn = (store: UsageStore["Service"]) =>
  Effect.map(store.periods(account.id), (periods) => periods.map(({ consumed }) => consumed))

describe("debits on SQLite", () => {
  it.effect("of two servers on one file never overdraw, and use the whole grant", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const first = yield* Layer.build(storageOn(filename))
      const second = yield* Layer.build(Layer.fresh(storageOn(filename)))
      yield* Context.get(first, AccountStore).create(account)
      const stores = [Context.get(first, UsageStore), Context.get(second, UsageStore)]
      const debits = Array.from({ length: 2 * GRANT }, (_, n) => {
        const store = stores[n % 2]
        return store === undefined ? Effect.die("no store") : Effect.result(store.debit(account.id, one, SAMPLE_TIME))
      })
      const results = yield* Effect.all(debits, { concurrency: "unbounded" })
      assert.strictEqual(results.filter(Result.isSuccess).length, GRANT)
      for (const store of stores) assert.deepStrictEqual(yield* consumedIn(store), [GRANT])
    })
  )

  it.effect("inside a transaction are committed or rolled back with it", () =>
    Effect.gen(function* () {
      yield* (yield* AccountStore).create(account)
      const sql = yield* SqlClient.SqlClient
      const store = yield* UsageStore
      const debit = store.debit(account.id, Credits.make(10), SAMPLE_TIME)
      yield* Effect.exit(sql.withTransaction(Effect.andThen(debit, Effect.fail("a later failure"))))
      assert.deepStrictEqual(yield* consumedIn(store), [])
      yield* sql.withTransaction(debit)
      assert.deepStrictEqual(yield* consumedIn(store), [10])
    }).pipe(Effect.provide(openOnFile))
  )
})
