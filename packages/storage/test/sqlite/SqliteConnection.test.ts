import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqliteCode, SqliteFailure } from "../../src/sql/SqliteFailure.ts"
import { makeSqliteConnection, STATEMENT_CAPACITY } from "../../src/sqlite/SqliteConnection.ts"

const inMemory = Effect.acquireRelease(
  Effect.sync(() => new DatabaseSync(":memory:")),
  (database) => Effect.sync(() => database.close())
)

describe("a connection", () => {
  it.effect("caches a bounded number of prepared statements", () =>
    Effect.gen(function* () {
      const connection = makeSqliteConnection(yield* inMemory)
      for (let n = 0; n < STATEMENT_CAPACITY * 3; n++) {
        assert.deepStrictEqual(yield* connection.executeValues(`SELECT ${n}`, []), [[n]])
      }
      assert.strictEqual(connection.preparedCount(), STATEMENT_CAPACITY)
      assert.deepStrictEqual(yield* connection.executeValues("SELECT 0", []), [[0]])
    })
  )

  it.effect("prepares a statement once for all its runs", () =>
    Effect.gen(function* () {
      const connection = makeSqliteConnection(yield* inMemory)
      for (let n = 0; n < 10; n++) yield* connection.execute("SELECT ?", [n], undefined)
      assert.strictEqual(connection.preparedCount(), 1)
    })
  )

  it.effect("returns rows as objects or as arrays, as each call requests", () =>
    Effect.gen(function* () {
      const connection = makeSqliteConnection(yield* inMemory)
      const text = "SELECT 1 AS one, 'b' AS two"
      assert.deepStrictEqual(yield* connection.executeValues(text, []), [[1, "b"]])
      assert.deepStrictEqual({ ...(yield* connection.execute(text, [], undefined))[0] }, { one: 1, two: "b" })
      assert.deepStrictEqual(yield* connection.executeValues(text, []), [[1, "b"]])
    })
  )

  it.effect("fails with SQLite's result code", () =>
    Effect.gen(function* () {
      const connection = makeSqliteConnection(yield* inMemory)
      yield* connection.execute("CREATE TABLE container (id INTEGER PRIMARY KEY)", [], undefined)
      yield* connection.execute("INSERT INTO container VALUES (1)", [], undefined)
      const error = yield* Effect.flip(connection.execute("INSERT INTO container VALUES (1)", [], undefined))
      const cause = error.reason.cause
      assert.isTrue(cause instanceof SqliteFailure)
      assert.strictEqual(cause instanceof SqliteFailure ? cause.code : undefined, 19)
      assert.strictEqual(error.reason._tag, "ConstraintError")
    })
  )

  it.effect("rejects a parameter that is undefined", () =>
    Effect.gen(function* () {
      const connection = makeSqliteConnection(yield* inMemory)
      const error = yield* Effect.flip(connection.execute("SELECT ?, ?", [1, undefined], undefined))
      assert.include(error.message, "Parameter 2 is undefined")
    })
  )
})

describe("a failure without a result code", () => {
  it("is classified by its message", () => {
    assert.strictEqual(new SqliteFailure(new Error("database is locked")).code, SqliteCode.busy)
    assert.strictEqual(new SqliteFailure(new Error("unable to open database file: /x")).code, SqliteCode.cannotOpen)
    assert.strictEqual(new SqliteFailure(new Error("something else")).code, undefined)
    assert.strictEqual(new SqliteFailure("thrown").message, "thrown")
  })
})
