import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { type Cursor, formatCursor, Limit, type PageRequest, pageOf, parseCursor } from "../../src/listing/Page.ts"

const Keys = Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 999 }))))
const Key = Schema.NonEmptyString.pipe(Schema.check(Schema.isAscii()))
const SmallLimit = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 7 })))

const keyOf = (row: number) => String(row).padStart(4, "0")

/** Reads as a store does: one row more than the limit, nearest to the cursor first. */
const read = (rows: ReadonlyArray<number>, request: PageRequest) => {
  const wanted = Option.match(request.cursor, {
    onNone: () => rows,
    onSome: ({ direction, key }) =>
      direction === "after" ? rows.filter((row) => keyOf(row) > key) : rows.filter((row) => keyOf(row) < key).reverse()
  })
  return pageOf(wanted.slice(0, request.limit + 1), request, keyOf)
}

const sorted = (keys: ReadonlyArray<number>) => [...new Set(keys)].sort((a, b) => a - b)

describe("pages", () => {
  it.effect.prop("walked forwards give every row once, in order", [Keys, SmallLimit], ([keys, limit]) =>
    Effect.gen(function* () {
      const rows = sorted(keys)
      const seen: Array<number> = []
      let cursor = Option.none<Cursor>()
      for (;;) {
        const page = read(rows, { limit, cursor })
        assert.isAtMost(page.data.length, limit)
        seen.push(...page.data)
        if (page.done) break
        cursor = Option.some(yield* parseCursor(Option.getOrThrow(page.iterator)))
      }
      assert.deepStrictEqual(seen, rows)
    })
  )

  it.effect.prop("walked back from the end give the same pages' rows", [Keys, SmallLimit], ([keys, limit]) =>
    Effect.gen(function* () {
      const rows = sorted(keys)
      let seen: Array<number> = []
      let before: Option.Option<string> = Option.some(formatCursor({ direction: "before", key: "9999" }))
      while (Option.isSome(before)) {
        const page = read(rows, { limit, cursor: Option.some(yield* parseCursor(before.value)) })
        seen = [...page.data, ...seen]
        before = page.prevIterator
      }
      assert.deepStrictEqual(seen, rows)
    })
  )

  it.effect.prop(
    "cursors read back as they were written",
    [Key, Schema.Literals(["after", "before"])],
    ([key, direction]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* parseCursor(formatCursor({ direction, key })), { direction, key })
      })
  )

  it.effect.prop("a text that is no iterator is refused, and never breaks", [Schema.String], ([text]) =>
    Effect.gen(function* () {
      const result = yield* Effect.result(parseCursor(text))
      if (result._tag === "Success") assert.strictEqual(formatCursor(result.success), text)
      else assert.strictEqual(result.failure._tag, "IteratorInvalid")
    })
  )

  it.effect.prop("have a limit from 1 to 250", [Schema.Int], ([limit]) =>
    Effect.sync(() => {
      assert.strictEqual(Schema.is(Limit)(limit), limit >= 1 && limit <= 250)
    })
  )
})
