import { fdatasync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { runWithDeferredSync, transactionWithDeferredSync } from "../../src/sqlite/DeferredSync.ts"
import { FileSync } from "../../src/sqlite/LogSync.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { temporaryFile } from "../TestStorage.ts"

/** Runs a test on a database file; `synced` returns how many syncs have ended. */
const onFile = <A, E>(body: (synced: () => number) => Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.suspend(() => {
    let count = 0
    const countedSync = (descriptor: number, done: (error: Error | null) => void) =>
      fdatasync(descriptor, (error) => {
        count++
        done(error)
      })
    return Effect.scoped(
      Effect.flatMap(temporaryFile, (filename) =>
        Effect.provide(
          body(() => count),
          NodeSqliteClient.layer({ filename })
        )
      )
    ).pipe(Effect.provideService(FileSync, countedSync))
  })

describe("the commits of a database file", () => {
  it.effect("return when they are on disk, unless that may be later", () =>
    onFile((synced) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE purse (credits INTEGER NOT NULL)`
        yield* sql`INSERT INTO purse VALUES (3)`
        assert.strictEqual(synced(), 2)
        const updated = yield* runWithDeferredSync(sql`UPDATE purse SET credits = credits - ${2} RETURNING credits`)
        yield* transactionWithDeferredSync(sql)(sql`UPDATE purse SET credits = credits + 0`)
        assert.deepStrictEqual(updated, [[1]])
        assert.deepStrictEqual(yield* sql`SELECT credits FROM purse`.values, [[1]])
        assert.strictEqual(synced(), 2)
        yield* sql.withTransaction(sql`UPDATE purse SET credits = 5`)
        assert.strictEqual(synced(), 3)
      })
    )
  )

  it.effect("that run at the same time share syncs, and none returns without one", () =>
    onFile((synced) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE purse (credits INTEGER NOT NULL CHECK (credits >= 0))`
        yield* sql`INSERT INTO purse VALUES (50)`
        const before = synced()
        const debit = sql.withTransaction(sql`UPDATE purse SET credits = credits - 1`)
        const countAfter = Effect.map(debit, synced)
        const counts = yield* Effect.all(
          Array.from({ length: 20 }, () => countAfter),
          { concurrency: "unbounded" }
        )
        assert.isTrue(counts.every((count) => count > before))
        assert.isBelow(synced() - before, 20)
        assert.deepStrictEqual(yield* sql`SELECT credits FROM purse`.values, [[30]])
        yield* Effect.flip(runWithDeferredSync(sql`UPDATE purse SET credits = -1`))
      })
    )
  )

  it.effect("inside another transaction do not wait: the outermost one waits", () =>
    onFile((synced) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE purse (credits INTEGER NOT NULL)`
        const before = synced()
        const inner = sql.withTransaction(sql`INSERT INTO purse VALUES (1)`)
        assert.strictEqual(yield* sql.withTransaction(Effect.map(inner, synced)), before)
        assert.strictEqual(synced(), before + 1)
      })
    )
  )
})
