import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { insertRows, jsonColumns, jsonRows } from "../../src/sql/JsonRows.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"

const KINDS = jsonColumns({ words: "TEXT", whole: "BIGINT", part: "DOUBLE PRECISION" })

/** The range of stored numbers, in which JavaScript numbers are exact. */
const exact = Schema.isBetween({ minimum: -(2 ** 52), maximum: 2 ** 52 })
const Whole = Schema.Int.pipe(Schema.check(exact))
const Part = Schema.Finite.pipe(Schema.check(exact))
const Row = Schema.Tuple([Schema.NullOr(Schema.String), Schema.NullOr(Whole), Schema.NullOr(Part)])
const Rows = Schema.Array(Row)

/** The rows without the values that a database cannot store: NUL, lone surrogates, -0. */
const storable = (rows: typeof Rows.Type) =>
  rows.map(([words, whole, part]) => [
    words === null ? null : words.toWellFormed().replaceAll("\0", "\uFFFD"),
    whole === null ? null : whole + 0,
    part === null ? null : part + 0
  ])

describe("rows passed as JSON", () => {
  it.effect.prop("are read back unchanged and in order", [Rows], ([rows]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found = yield* sql`SELECT words, whole, part FROM ${jsonRows(sql, KINDS, rows)} AS given`.values
      assert.deepStrictEqual(found, storable(rows))
    }).pipe(Effect.provide(NodeSqliteClient.layer({ filename: ":memory:" })))
  )

  it.effect("are inserted by one statement, and an empty list inserts none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE kind (words TEXT, whole BIGINT, part DOUBLE PRECISION)`
      yield* insertRows(sql, "kind", KINDS, [])
      yield* insertRows(sql, "kind", KINDS, [
        ["a", 1, 0.5],
        [null, null, null]
      ])
      assert.deepStrictEqual(yield* sql`SELECT * FROM kind`.values, [
        ["a", 1, 0.5],
        [null, null, null]
      ])
    }).pipe(Effect.provide(NodeSqliteClient.layer({ filename: ":memory:" })))
  )
})
