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
  return valueOf(yield* sql`SELECT count(*) FROM box`.values)
})

const makeTable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE box (id INTEGER PRIMARY KEY, owner_code TEXT)`
  return sql
})

describe("durability", () => {
  it.effect("commits of a file are synced before they are answered, and readers do not block the writer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual(valueOf(yield* sql`PRAGMA journal_mode`.values), "wal")
      // 2 is FULL.
      assert.strictEqual(valueOf(yield* sql`PRAGMA synchronous`.values), 2)
      assert.strictEqual(valueOf(yield* sql`PRAGMA foreign_keys`.values), 1)
      assert.strictEqual(valueOf(yield* sql`PRAGMA busy_timeout`.values), 20)
    }).pipe(Effect.provide(onFile))
  )

  it.effect("a foreign key must exist, in a file and in memory", () =>
    Effect.forEach([onFile, inMemory], (layer) =>
      Effect.gen(function* () {
        const sql = yield* makeTable
        yield* sql`CREATE TABLE label (box_id INTEGER NOT NULL REFERENCES box (id))`
        assert.isTrue(Exit.isFailure(yield* Effect.exit(sql`INSERT INTO label (box_id) VALUES (1)`)))
      }).pipe(Effect.provide(layer))
    )
  )
})

describe("transactions", () => {
  it.effect("what a failed or interrupted transaction wrote is gone", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable
      const write = sql`INSERT INTO box (owner_code) VALUES ('MSCU')`
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

  it.effect("reads outside a transaction do not wait for it, and see nothing of it before it commits", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable
      const [wrote, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const fiber = yield* Effect.forkChild(
        sql.withTransaction(
          sql`INSERT INTO box (owner_code) VALUES ('MSCU')`.pipe(
            Effect.andThen(count),
            Effect.tap(() => Deferred.succeed(wrote, undefined)),
            Effect.tap(() => Deferred.await(go))
          )
        )
      )
      yield* Deferred.await(wrote)
      assert.strictEqual(yield* count, 0)
      yield* Deferred.succeed(go, undefined)
      assert.strictEqual(yield* Fiber.join(fiber), 1)
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(onFile))
  )

  it.effect("writes outside a transaction wait until it has ended", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable
      const write = sql`INSERT INTO box (owner_code) VALUES ('MSCU')`
      const inside = write.pipe(Effect.andThen(Effect.yieldNow), Effect.andThen(count))
      const [seen] = yield* Effect.all([sql.withTransaction(inside), write], { concurrency: "unbounded" })
      assert.strictEqual(seen, 1)
      assert.strictEqual(yield* count, 2)
    }).pipe(Effect.provide(onFile))
  )
})

describe("names and statements", () => {
  it.effect("columns are snake_case in SQL and camelCase in rows", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable
      yield* sql`INSERT INTO box ${sql.insert({ id: 1, ownerCode: "MSCU" })}`
      assert.deepStrictEqual(yield* sql`SELECT id, owner_code FROM box`, [{ id: 1, ownerCode: "MSCU" }])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("a read that writes is refused", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable
      const sneaky = sql`SELECT 1; DELETE FROM box`
      yield* Effect.exit(sneaky)
      yield* sql`INSERT INTO box (owner_code) VALUES ('MSCU')`
      yield* Effect.exit(sneaky)
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(onFile))
  )
})

describe("another program that holds the database", () => {
  it.live("is waited for while this program goes on", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const context = yield* Layer.build(NodeSqliteClient.layer({ filename }))
      yield* Effect.gen(function* () {
        const sql = yield* makeTable
        const other = new DatabaseSync(filename)
        other.exec("BEGIN IMMEDIATE")
        const fiber = yield* Effect.forkChild(sql`INSERT INTO box (owner_code) VALUES ('MSCU')`)
        // Both halves run in this thread: were the wait a blocking one, the lock would never be given back.
        yield* Effect.sleep("100 millis")
        other.exec("INSERT INTO box (owner_code) VALUES ('MEDU'); COMMIT")
        other.close()
        yield* Fiber.join(fiber)
        assert.strictEqual(yield* count, 2)
      }).pipe(Effect.provide(context))
    })
  )
})
