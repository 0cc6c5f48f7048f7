import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as NodeSqliteClient from "../src/sqlite/NodeSqliteClient.ts"
import { runProgram } from "./ChildProcess.ts"
import { storageOn, temporaryFile } from "./TestStorage.ts"

const applied = (filename: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql`SELECT migration_id, name FROM landfall_migration ORDER BY migration_id`.values
  }).pipe(Effect.provide(NodeSqliteClient.layer({ filename })))

const open = (filename: string) => Effect.scoped(Layer.build(storageOn(filename)))

describe("migrations", () => {
  it.effect("run once, however often the database is opened", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* open(filename)
      const first = yield* applied(filename)
      yield* open(filename)
      assert.deepStrictEqual(first[0], [1, "initial"])
      assert.deepStrictEqual(yield* applied(filename), first)
    })
  )

  it.live(
    "are run by one of several processes that start at once, and the others find them done",
    () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        const ended = yield* Effect.all(
          Array.from({ length: 3 }, () => runProgram(new URL("./programs/openStorage.ts", import.meta.url), filename)),
          { concurrency: "unbounded" }
        )
        for (const { code, output } of ended) {
          assert.strictEqual(code, 0, output)
          assert.include(output, "opened")
        }
        assert.deepStrictEqual((yield* applied(filename))[0], [1, "initial"])
      }),
    60_000
  )

  it.effect("refuse a database of a newer version, and leave it as it is", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* open(filename)
      const database = new DatabaseSync(filename)
      database.exec("INSERT INTO landfall_migration (migration_id, name) VALUES (9999, 'from_the_future')")
      database.close()
      const error = yield* Effect.flip(open(filename))
      assert.strictEqual(error._tag, "DatabaseUnusable")
      assert.include(error.message, "newer version of Landfall (schema 9999")
      assert.include(error.message, "install the newer version")
      assert.deepStrictEqual((yield* applied(filename)).at(-1), [9999, "from_the_future"])
    })
  )

  it.effect("that fail leave nothing behind, and say so", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const database = new DatabaseSync(filename)
      database.exec("CREATE TABLE delivery (something INTEGER)")
      database.close()
      const error = yield* Effect.flip(open(filename))
      assert.strictEqual(error._tag, "DatabaseUnusable")
      assert.include(error.message, "cannot be brought to this version")
      assert.deepStrictEqual(yield* applied(filename), [])
    })
  )
})
