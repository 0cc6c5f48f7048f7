import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import {
  type Cursor,
  formatCursor,
  type Page,
  PageLimit,
  type PageRequest,
  pageOf,
  parseCursor
} from "../../src/listing/Page.ts"

const Keys = Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 999 }))))
const Key = Schema.NonEmptyString.pipe(Schema.check(Schema.isAscii()))
const SmallLimit = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 7 })))

const keyOf = (row: number) => String(row).padStart(4, "0")

/** Reads as a store does: one row more than the limit, nearest to the cursor first. */
const read = (rows: ReadonlyArray<number>, request: PageRequest) => {
  const requested = Option.match(request.cursor, {
    onNone: () => rows,
    onSome: ({ direction, key }) =>
      direction === "after" ? rows.filter((row) => keyOf(row) > key) : rows.filter((row) => keyOf(row) < key).reverse()
  })
  return pageOf(requested.slice(0, request.limit + 1), request, keyOf)
}

/** Reads the multiples of three as a store that inspects at most `scanned` rows. */
const scan = (rows: ReadonlyArray<number>, scanned: number, request: PageRequest) => {
  const requested = Option.match(request.cursor, {
    onNone: () => rows,
    onSome: ({ direction, key }) =>
      direction === "after" ? rows.filter((row) => keyOf(row) > key) : rows.filter((row) => keyOf(row) < key).reverse()
  })
  const page = requested.slice(0, scanned)
  const last = page.length < scanned ? undefined : page[page.length - 1]
  const found = page.filter((row) => row % 3 === 0).slice(0, request.limit + 1)
  return pageOf(found, request, keyOf, last === undefined ? undefined : keyOf(last))
}

const sorted = (keys: ReadonlyArray<number>) => [...new Set(keys)].sort((a, b) => a - b)

describe("pages", () => {
  it.effect.prop("read forwards contain every row once, in order", [Keys, SmallLimit], ([keys, limit]) =>
    Effect.gen(function* () {
      const rows = sorted(keys)
      const readNumbers: Array<number> = []
      let cursor = Option.none<Cursor>()
      for (;;) {
        const page = read(rows, { limit, cursor })
        assert.isAtMost(page.data.length, limit)
        readNumbers.push(...page.data)
        if (page.done) break
        cursor = Option.some(yield* parseCursor(Option.getOrThrow(page.iterator)))
      }
      assert.deepStrictEqual(readNumbers, rows)
    })
  )

  it.effect.prop("read backwards from the end contain the same rows", [Keys, SmallLimit], ([keys, limit]) =>
    Effect.gen(function* () {
      const rows = sorted(keys)
      let readNumbers: Array<number> = []
      let before: Option.Option<string> = Option.some(formatCursor({ direction: "before", key: "9999" }))
      while (Option.isSome(before)) {
        const page = read(rows, { limit, cursor: Option.some(yield* parseCursor(before.value)) })
        readNumbers = [...page.data, ...readNumbers]
        before = page.prevIterator
      }
      assert.deepStrictEqual(readNumbers, rows)
    })
  )

  it.effect.prop(
    "of a store that inspects few rows each contain every matching row once, forwards and backwards",
    [Keys, SmallLimit, SmallLimit],
    ([keys, limit, scanned]) =>
      Effect.gen(function* () {
        const rows = sorted(keys)
        const fits = rows.filter((row) => row % 3 === 0)
        const walk = Effect.fnUntraced(function* (from: Option.Option<Cursor>, direction: "iterator" | "prevIterator") {
          const pages: Array<Page<number>> = []
          for (let cursor = from; ; ) {
            const page = scan(rows, scanned, { limit, cursor })
            pages.push(page)
            const next = page[direction]
            if (direction === "iterator" ? page.done : Option.isNone(next)) return pages
            cursor = Option.some(yield* parseCursor(Option.getOrThrow(next)))
          }
        })
        const forward = yield* walk(Option.none(), "iterator")
        assert.deepStrictEqual(
          forward.flatMap((page) => page.data),
          fits
        )
        const end = Option.some<Cursor>({ direction: "before", key: "9999" })
        const back = yield* walk(end, "prevIterator")
        assert.deepStrictEqual(
          back.toReversed().flatMap((page) => page.data),
          fits
        )
        // From any page of the walk backwards, the walk forwards misses no row.
        for (const [index, { iterator }] of back.entries()) {
          const after = back.slice(0, index).toReversed()
          const rest = yield* walk(yield* Effect.transposeOption(Option.map(iterator, parseCursor)), "iterator")
          assert.deepStrictEqual(
            rest.flatMap((page) => page.data),
            after.flatMap((page) => page.data)
          )
        }
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

  it.effect.prop("a text that is not an iterator is rejected without a defect", [Schema.String], ([text]) =>
    Effect.gen(function* () {
      const result = yield* Effect.result(parseCursor(text))
      if (result._tag === "Success") assert.strictEqual(formatCursor(result.success), text)
      else assert.strictEqual(result.failure._tag, "IteratorInvalid")
    })
  )

  it.effect.prop("have a limit from 1 to 250", [Schema.Int], ([limit]) =>
    Effect.sync(() => {
      assert.strictEqual(Schema.is(PageLimit)(limit), limit >= 1 && limit <= 250)
    })
  )
})
