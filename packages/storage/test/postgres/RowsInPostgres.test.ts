import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { insertRows, jsonColumns, jsonRows } from "../../src/sql/JsonRows.ts"
import { serverUrl, skipReason, withServer } from "./TestServer.ts"

const KINDS = jsonColumns({ words: "TEXT", whole: "BIGINT", part: "DOUBLE PRECISION" })

/** The range of stored numbers, in which JavaScript numbers are exact. */
const exact = Schema.isBetween({ minimum: -(2 ** 52), maximum: 2 ** 52 })
const Whole = Schema.Int.pipe(Schema.check(exact))
const Part = Schema.Finite.pipe(Schema.check(exact))
const Rows = Schema.Array(Schema.Tuple([Schema.NullOr(Schema.String), Schema.NullOr(Whole), Schema.NullOr(Part)]))

/** The rows without the values that a database cannot store: NUL, lone surrogates, -0. */
const storable = (rows: typeof Rows.Type) =>
  rows.map(([words, whole, part]) => [
    words === null ? null : words.toWellFormed().replaceAll("\0", "\uFFFD"),
    whole === null ? null : whole + 0,
    part === null ? null : part + 0
  ])

const HOSTILE = ['"', "\\", '\\"', "{}", ",", "NULL", "", " ", "'", "\n\t", '{"a",NULL}', "\ud800", "a\0b", "é 漢 🚢"]

const client = Layer.unwrap(Effect.sync(() => PostgresClient.layer({ url: Redacted.make(serverUrl()) })))

const readBack = Effect.fnUntraced(function* (rows: typeof Rows.Type) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`SELECT words, whole, part FROM ${jsonRows(sql, KINDS, rows)} AS given`.values
  assert.deepStrictEqual(found, storable(rows))
})

describe.skipIf(skipReason !== undefined)("rows passed as arrays to Postgres", () => {
  withServer()

  it.effect.prop("are read back unchanged and in order", [Rows], ([rows]) => Effect.provide(readBack(rows), client), {
    arbitrary: { runs: 25 }
  })

  it.effect("keep quotes, braces, separators and the word NULL as text", () =>
    Effect.provide(readBack(HOSTILE.map((words) => [words, null, 1e-7])), client)
  )

  it.effect("are inserted by one statement, and an empty list inserts none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE kind (words TEXT, whole INTEGER, part DOUBLE PRECISION)`
      yield* insertRows(sql, "kind", KINDS, [])
      yield* insertRows(sql, "kind", KINDS, [
        ["a", 1, 0.5],
        [null, null, null]
      ])
      assert.deepStrictEqual(yield* sql`SELECT * FROM kind`.values, [
        ["a", 1, 0.5],
        [null, null, null]
      ])
      yield* sql`DROP TABLE kind`
    }).pipe(Effect.provide(client))
  )
})
