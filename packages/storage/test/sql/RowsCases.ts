import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { insertRows, jsonColumns, jsonRows } from "../../src/sql/JsonRows.ts"

const KINDS = jsonColumns({ words: "TEXT", whole: "BIGINT", part: "DOUBLE PRECISION" })

/** The range of stored numbers, in which JavaScript numbers are exact. */
const exact = Schema.isBetween({ minimum: -(2 ** 52), maximum: 2 ** 52 })
const Whole = Schema.Int.pipe(Schema.check(exact))
const Part = Schema.Finite.pipe(Schema.check(exact))

/** Rows with a text, an integer and a number. */
export const Rows = Schema.Array(
  Schema.Tuple([Schema.NullOr(Schema.String), Schema.NullOr(Whole), Schema.NullOr(Part)])
)

/** The rows without the values that a database cannot store: NUL, lone surrogates, -0. */
const storable = (rows: typeof Rows.Type) =>
  rows.map(([words, whole, part]) => [
    words === null ? null : words.toWellFormed().replaceAll("\0", "\uFFFD"),
    whole === null ? null : whole + 0,
    part === null ? null : part + 0
  ])

/** Passes rows to the database and asserts that it returns them unchanged and in order. */
export const assertReadBack = Effect.fnUntraced(function* (rows: typeof Rows.Type) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`SELECT words, whole, part FROM ${jsonRows(sql, KINDS, rows)} AS given`.values
  assert.deepStrictEqual(found, storable(rows))
})

/** Asserts that one statement inserts rows, and that an empty list inserts none. */
export const assertInserted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = [
    ["a", 1, 0.5],
    [null, null, null]
  ]
  yield* sql`CREATE TABLE kind (words TEXT, whole INTEGER, part DOUBLE PRECISION)`
  yield* insertRows(sql, "kind", KINDS, [])
  yield* insertRows(sql, "kind", KINDS, rows)
  assert.deepStrictEqual(yield* sql`SELECT * FROM kind`.values, rows)
  yield* sql`DROP TABLE kind`
})
