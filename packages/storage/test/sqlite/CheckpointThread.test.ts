import { statSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { temporaryFile } from "../TestStorage.ts"

/** Pages of the write-ahead log that the writer itself never checkpoints in this test: they are fewer than its bound. */
const ROWS = 200
const BYTES_PER_ROW = 4_000

describe("the thread that checkpoints", () => {
  it.live("copies commits into the database while the writer does not, and ends with it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE item (body TEXT NOT NULL)`
          const text = "x".repeat(BYTES_PER_ROW)
          for (let n = 0; n < ROWS; n++) yield* sql`INSERT INTO item VALUES (${text})`
          yield* Effect.sync(() => statSync(filename).size).pipe(
            Effect.filterOrFail((size) => size >= ROWS * BYTES_PER_ROW),
            Effect.retry(Schedule.spaced("50 millis"))
          )
          assert.deepStrictEqual(yield* sql`SELECT count(*) FROM item`.values, [[ROWS]])
        }).pipe(Effect.provide(NodeSqliteClient.layer({ filename })))
        // The last connection that closes removes the log: the thread has closed its own.
        assert.isUndefined(statSync(`${filename}-wal`, { throwIfNoEntry: false }))
      })
    )
  )
})
