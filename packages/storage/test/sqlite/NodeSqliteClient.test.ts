import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { temporaryFile } from "../TestStorage.ts"

const onFile = Layer.unwrap(Effect.map(temporaryFile, (filename) => NodeSqliteClient.layer({ filename })))
const inMemory = NodeSqliteClient.layer({ filename: ":memory:" })

const valueOf = (rows: ReadonlyArray<ReadonlyArray<unknown>>): unknown => rows[0]?.[0]

const count = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return valueOf(yield* sql`SELECT count(*) FROM container`.values)
})

const makeTable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE container (id INTEGER PRIMARY KEY, owner_code TEXT)`
  return sql
})

describe("durability", () => {
  it.effect("commits to a file are synced by the log, and readers do not block the writer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual(valueOf(yield* sql`PRAGMA journal_mode`.values), "wal")
      // 1 is NORMAL: `LogSync` syncs what is committed.
      assert.strictEqual(valueOf(yield* sql`PRAGMA synchronous`.values), 1)
      assert.strictEqual(valueOf(yield* sql`PRAGMA foreign_keys`.values), 1)
      assert.strictEqual(valueOf(yield* sql`PRAGMA busy_timeout`.values), 2)
    }).pipe(Effect.provide(onFile))
  )

  it.effect("a foreign key must exist, in a file and in memory", () =>
    Effect.forEach([onFile, inMemory], (layer) =>
      Effect.gen(function* () {
        const sql = yield* makeTable
        yield* sql`CREATE TABLE label (container_id INTEGER NOT NULL REFERENCES container (id))`
        assert.isTrue(Exit.isFailure(yield* Effect.exit(sql`INSERT INTO label (container_id) VALUES (1)`)))
      }).pipe(Effect.provide(layer))
    )
  )
})

describe("transactions", () => {
  it.effect("a failed or interrupted transaction is rolled back", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable
      const write = sql`INSERT INTO container (owner_code) VALUES ('MSCU')`
      yield* Effect.exit(sql.withTransaction(Effect.andThen(write, Effect.fail("no"))))
      const waiting = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        sql.withTransaction(
          write.pipe(Effect.andThen(Deferred.succeed(waiting, undefined)), Effect.andThen(Effect.never))
        )
      )
      yield* Deferred.await(waiting)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* count, 0)
      yield* sql.withTransaction(write)
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(onFile))
  )

  it.effect("reads outside a transaction do not wait for it, and do not see its changes before it commits", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable
      const [written, proceed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const fiber = yield* Effect.forkChild(
        sql.withTransaction(
          sql`INSERT INTO container (owner_code) VALUES ('MSCU')`.pipe(
            Effect.andThen(count),
            Effect.tap(() => Deferred.succeed(written, undefined)),
            Effect.tap(() => Deferred.await(proceed))
          )
        )
      )
      yield* Deferred.await(written)
      assert.strictEqual(yield* count, 0)
      yield* Deferred.succeed(proceed, undefined)
      assert.strictEqual(yield* Fiber.join(fiber), 1)
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(onFile))
  )

  it.effect("writes outside a transaction wait until it has ended", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable
      const write = sql`INSERT INTO container (owner_code) VALUES ('MSCU')`
      const inside = write.pipe(Effect.andThen(Effect.yieldNow), Effect.andThen(count))
      const [countInside] = yield* Effect.all([sql.withTransaction(inside), write], { concurrency: "unbounded" })
      assert.strictEqual(countInside, 1)
      assert.strictEqual(yield* count, 2)
    }).pipe(Effect.provide(onFile))
  )
})

describe("names and statements", () => {
  it.effect("columns are snake_case in SQL and camelCase in rows", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable
      yield* sql`INSERT INTO container ${sql.insert({ id: 1, ownerCode: "MSCU" })}`
      assert.deepStrictEqual(yield* sql`SELECT id, owner_code FROM container`, [{ id: 1, ownerCode: "MSCU" }])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("a read that writes is rejected", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable
      const readThatWrites = sql`SELECT 1; DELETE FROM container`
      yield* Effect.exit(readThatWrites)
      yield* sql`INSERT INTO container (owner_code) VALUES ('MSCU')`
      yield* Effect.exit(readThatWrites)
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(onFile))
  )
})

describe("another program that holds the database", () => {
  it.live("is waited for without blocking this program", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const context = yield* Layer.build(NodeSqliteClient.layer({ filename }))
      yield* Effect.gen(function* () {
        const sql = yield* makeTable
        const other = new DatabaseSync(filename)
        other.exec("BEGIN IMMEDIATE")
        // Both connections run in this thread: a blocking wait would never let the other one release its lock.
        const insert = sql`INSERT INTO container (owner_code) VALUES ('MSCU')`
        const fiber = yield* Effect.forkChild(insert, { startImmediately: true })
        assert.isUndefined(fiber.pollUnsafe())
        other.exec("INSERT INTO container (owner_code) VALUES ('MEDU'); COMMIT")
        other.close()
        yield* Fiber.join(fiber)
        assert.strictEqual(yield* count, 2)
      }).pipe(Effect.provide(context))
    })
  )
})
