import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runWithDeferredSync } from "../../src/sqlite/DeferredSync.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { temporaryFile } from "../TestStorage.ts"

/** What `PRAGMA synchronous` answers for FULL. */
const FULL = 2

const onFile = <A, E>(body: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.scoped(Effect.flatMap(temporaryFile, (filename) => Effect.provide(body, NodeSqliteClient.layer({ filename }))))

const syncOfWriter = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.scoped(
    Effect.flatMap(sql.reserve, (writer) => writer.executeValues("PRAGMA synchronous", []))
  )
  return rows[0]?.[0]
})

describe("a change that may be synced later", () => {
  it.effect("is seen at once, and leaves every other commit synced", () =>
    onFile(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE purse (credits INTEGER NOT NULL)`
        yield* sql`INSERT INTO purse VALUES (3)`
        const taken = yield* runWithDeferredSync(sql)(sql`UPDATE purse SET credits = credits - ${2} RETURNING credits`)
        assert.deepStrictEqual(taken, [[1]])
        assert.deepStrictEqual(yield* sql`SELECT credits FROM purse`.values, [[1]])
        assert.strictEqual(yield* syncOfWriter, FULL)
      })
    )
  )

  it.effect("that fails, or meets others at work, leaves every other commit synced too", () =>
    onFile(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE purse (credits INTEGER NOT NULL CHECK (credits >= 0))`
        yield* sql`INSERT INTO purse VALUES (50)`
        const take = runWithDeferredSync(sql)(sql`UPDATE purse SET credits = credits - 1 RETURNING credits`)
        const synced = sql.withTransaction(
          Effect.andThen(sql`UPDATE purse SET credits = credits - 1`, syncOfTransaction)
        )
        const all = yield* Effect.all(Array.from({ length: 20 }, () => [Effect.as(take, FULL), synced]).flat(), {
          concurrency: "unbounded"
        })
        assert.isTrue(all.every((level) => level === FULL))
        assert.deepStrictEqual(yield* sql`SELECT credits FROM purse`.values, [[10]])
        yield* Effect.flip(runWithDeferredSync(sql)(sql`UPDATE purse SET credits = -1`))
        assert.strictEqual(yield* syncOfWriter, FULL)
      })
    )
  )
})

const syncOfTransaction = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`PRAGMA synchronous`.values
  return rows[0]?.[0]
})
