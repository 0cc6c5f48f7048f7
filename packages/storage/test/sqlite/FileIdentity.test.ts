import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { accountOf } from "@landfall/testing/samples/Samples"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { storageOn, temporaryFile } from "../TestStorage.ts"

const openAccounts = Effect.fnUntraced(function* (filename: string) {
  const accounts = Context.get(yield* Layer.build(storageOn(filename)), AccountStore)
  yield* accounts.create(accountOf(1))
  return accounts
})

/** Asserts that a write fails as unavailable with a cause that names the file, and stores nothing. */
const assertRejected = Effect.fnUntraced(function* (
  accounts: AccountStore["Service"],
  ...parts: ReadonlyArray<string>
) {
  const error = yield* Effect.flip(accounts.create(accountOf(2)))
  assert.strictEqual(error.reason, "unavailable")
  for (const part of parts) assert.include(String(error.cause), part)
})

describe("a database file", () => {
  it.effect("that was moved away while it is open accepts no writes until it is back", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const accounts = yield* openAccounts(filename)
      renameSync(filename, `${filename}.moved`)
      yield* assertRejected(accounts, filename, "missing")
      renameSync(`${filename}.moved`, filename)
      yield* accounts.create(accountOf(2))
      assert.strictEqual((yield* accounts.list).length, 2)
    })
  )

  it.effect("that was replaced by a copy accepts no writes", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const accounts = yield* openAccounts(filename)
      copyFileSync(filename, `${filename}.copy`)
      renameSync(`${filename}.copy`, filename)
      yield* assertRejected(accounts, filename, "replaced")
    })
  )

  it.effect("whose write-ahead log or its index was deleted accepts no writes", () =>
    Effect.forEach(["-wal", "-shm"], (suffix) =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        const accounts = yield* openAccounts(filename)
        rmSync(`${filename}${suffix}`)
        yield* assertRejected(accounts, `${filename}${suffix}`, "missing")
      })
    )
  )

  it.effect("that is moved away during a transaction does not commit it", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const sql = Context.get(yield* Layer.build(NodeSqliteClient.layer({ filename })), SqlClient.SqlClient)
      yield* sql`CREATE TABLE container (id INTEGER)`
      const transaction = sql.withTransaction(
        Effect.andThen(
          sql`INSERT INTO container VALUES (1)`,
          Effect.sync(() => renameSync(filename, `${filename}.moved`))
        )
      )
      assert.include(String(yield* Effect.flip(transaction)), "missing")
      assert.isFalse(existsSync(filename))
      renameSync(`${filename}.moved`, filename)
      assert.deepStrictEqual(yield* sql`SELECT count(*) FROM container`.values, [[0]])
    })
  )
})
