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
  const wanted = Option.match(request.cursor, {
    onNone: () => rows,
    onSome: ({ direction, key }) =>
      direction === "after" ? rows.filter((row) => keyOf(row) > key) : rows.filter((row) => keyOf(row) < key).reverse()
  })
  return pageOf(wanted.slice(0, request.limit + 1), request, keyOf)
}

/** Reads the multiples of three as a store does that looks at `looked` rows and no more. */
const lookAt = (rows: ReadonlyArray<number>, looked: number, request: PageRequest) => {
  const wanted = Option.match(request.cursor, {
    onNone: () => rows,
    onSome: ({ direction, key }) =>
      direction === "after" ? rows.filter((row) => keyOf(row) > key) : rows.filter((row) => keyOf(row) < key).reverse()
  })
  const seen = wanted.slice(0, looked)
  const last = seen.length < looked ? undefined : seen[seen.length - 1]
  const found = seen.filter((row) => row % 3 === 0).slice(0, request.limit + 1)
  return pageOf(found, request, keyOf, last === undefined ? undefined : keyOf(last))
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
    "that looked at a few rows each give every row that fits once, walked forwards and back again",
    [Keys, SmallLimit, SmallLimit],
    ([keys, limit, looked]) =>
      Effect.gen(function* () {
        const rows = sorted(keys)
        const fits = rows.filter((row) => row % 3 === 0)
        const walk = Effect.fnUntraced(function* (from: Option.Option<Cursor>, way: "iterator" | "prevIterator") {
          const pages: Array<Page<number>> = []
          for (let cursor = from; ; ) {
            const page = lookAt(rows, looked, { limit, cursor })
            pages.push(page)
            const next = page[way]
            if (way === "iterator" ? page.done : Option.isNone(next)) return pages
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
        // From wherever the walk back came by, the way forward misses nothing.
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

  it.effect.prop("a text that is no iterator is refused, and never breaks", [Schema.String], ([text]) =>
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
