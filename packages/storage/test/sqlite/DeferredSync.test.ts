import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runWithDeferredSync } from "../../src/sqlite/DeferredSync.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { temporaryFile } from "../TestStorage.ts"

/** The value of `PRAGMA synchronous` for FULL. */
const FULL = 2

const onFile = <A, E>(body: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.scoped(Effect.flatMap(temporaryFile, (filename) => Effect.provide(body, NodeSqliteClient.layer({ filename }))))

const writerSyncLevel = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.scoped(
    Effect.flatMap(sql.reserve, (writer) => writer.executeValues("PRAGMA synchronous", []))
  )
  return rows[0]?.[0]
})

describe("a change that may be synced later", () => {
  it.effect("is visible at once, and every other commit stays synced", () =>
    onFile(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE purse (credits INTEGER NOT NULL)`
        yield* sql`INSERT INTO purse VALUES (3)`
        const updated = yield* runWithDeferredSync(sql)(
          sql`UPDATE purse SET credits = credits - ${2} RETURNING credits`
        )
        assert.deepStrictEqual(updated, [[1]])
        assert.deepStrictEqual(yield* sql`SELECT credits FROM purse`.values, [[1]])
        assert.strictEqual(yield* writerSyncLevel, FULL)
      })
    )
  )

  it.effect("that fails or runs concurrently leaves every other commit synced", () =>
    onFile(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE purse (credits INTEGER NOT NULL CHECK (credits >= 0))`
        yield* sql`INSERT INTO purse VALUES (50)`
        const debitOne = runWithDeferredSync(sql)(sql`UPDATE purse SET credits = credits - 1 RETURNING credits`)
        const synced = sql.withTransaction(
          Effect.andThen(sql`UPDATE purse SET credits = credits - 1`, transactionSyncLevel)
        )
        const all = yield* Effect.all(Array.from({ length: 20 }, () => [Effect.as(debitOne, FULL), synced]).flat(), {
          concurrency: "unbounded"
        })
        assert.isTrue(all.every((level) => level === FULL))
        assert.deepStrictEqual(yield* sql`SELECT credits FROM purse`.values, [[10]])
        yield* Effect.flip(runWithDeferredSync(sql)(sql`UPDATE purse SET credits = -1`))
        assert.strictEqual(yield* writerSyncLevel, FULL)
      })
    )
  )
})

const transactionSyncLevel = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`PRAGMA synchronous`.values
  return rows[0]?.[0]
})
