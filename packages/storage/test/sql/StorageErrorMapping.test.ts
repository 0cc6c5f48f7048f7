import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { accountOf } from "@landfall/testing/samples/Samples"
import { Effect } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { mapToStorageError } from "../../src/sql/StorageErrorMapping.ts"
import { openOnFile } from "../TestStorage.ts"

describe("a failure of the database", () => {
  it.effect("is unavailable while the disk is full, stores nothing, and later calls succeed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* AccountStore
      const [row] = yield* sql`PRAGMA page_count`.values
      yield* sql`PRAGMA max_page_count = ${sql.literal(String(row?.[0]))}`
      const big = accountOf(1, { name: "x".repeat(100_000) })
      const error = yield* Effect.flip(store.create(big))
      assert.strictEqual(error.reason, "unavailable")
      assert.strictEqual(error.operation, "AccountStore.create")
      assert.deepStrictEqual(yield* store.list, [])
      yield* sql`PRAGMA max_page_count = 1000000`
      yield* store.create(big)
      assert.strictEqual((yield* store.list).length, 1)
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("is a fault when a row violates a constraint", () =>
    Effect.gen(function* () {
      const store = yield* AccountStore
      yield* store.create(accountOf(1))
      const error = yield* Effect.flip(store.create(accountOf(1)))
      assert.strictEqual(error.reason, "fault")
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("is a fault when a stored row is malformed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* AccountStore
      yield* store.create(accountOf(1))
      yield* sql`UPDATE account SET plan = 'platinum'`
      const error = yield* Effect.flip(store.list)
      assert.strictEqual(error.reason, "fault")
      assert.strictEqual(error.operation, "AccountStore.list")
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("of Postgres is unavailable while the server stops, starts or has no space, and otherwise a fault", () =>
    Effect.gen(function* () {
      const reasonOf = (code: string) => {
        const cause = Object.assign(new Error("a server error"), { code })
        const reason = new SqlError.UnknownError({ cause, message: "failed", operation: "query" })
        return Effect.map(
          Effect.flip(mapToStorageError("AccountStore.find")(Effect.fail(new SqlError.SqlError({ reason })))),
          (error) => error.reason
        )
      }
      for (const code of ["57P01", "57P02", "57P03", "53100", "53300", "08006", "58030", "25006"]) {
        assert.strictEqual(yield* reasonOf(code), "unavailable", code)
      }
      for (const code of ["57P04", "22P02", "XX000", ""]) assert.strictEqual(yield* reasonOf(code), "fault", code)
    })
  )
})
