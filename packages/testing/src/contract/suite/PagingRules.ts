import { assert } from "@effect/vitest"
import { type Page, type PageRequest, parseCursor } from "@landfall/core/listing/Page"
import { Effect, Option, Schema } from "effect"
import { property, rule } from "./Rules.ts"
import type { StorageLayer, StoragePorts } from "./StoragePorts.ts"

/** A list of a store, and an operation that adds rows to it. */
export interface PagedList {
  /** Adds a row that is newer than all others, and returns its key. */
  readonly add: (n: number) => Effect.Effect<string, unknown, StoragePorts>
  /** One page, as the keys of its rows. */
  readonly list: (request: PageRequest) => Effect.Effect<Page<string>, unknown, StoragePorts>
}

/** A list whose rows can be removed. */
export interface RemovablePagedList extends PagedList {
  readonly remove: (key: string) => Effect.Effect<void, unknown, StoragePorts>
}

const PagingInput = Schema.Struct({
  rows: Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 30 }))),
  limit: Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 12 })))
})

const fill = (paged: PagedList, rows: number) =>
  Effect.forEach(
    Array.from({ length: rows }, (_, n) => n + 1),
    paged.add
  )

const pageRequest = (limit: number, iterator: Option.Option<string>) =>
  Effect.map(Effect.transposeOption(Option.map(iterator, parseCursor)), (cursor): PageRequest => ({ limit, cursor }))

/** Follows `iterator` or `prevIterator` to the end, and returns every page. */
const readPages = Effect.fnUntraced(function* (
  paged: PagedList,
  limit: number,
  from: Option.Option<string>,
  direction: "forward" | "backward"
) {
  const pages: Array<Page<string>> = []
  let next = from
  let more = true
  while (more) {
    const page = yield* paged.list(yield* pageRequest(limit, next))
    assert.isAtMost(page.data.length, limit)
    assert.isBelow(pages.length, 100, "the list does not end")
    pages.push(page)
    next = direction === "forward" ? page.iterator : page.prevIterator
    more = direction === "forward" ? !page.done : Option.isSome(next)
  }
  return pages
})

const keysOf = (pages: ReadonlyArray<Page<string>>): Array<string> => pages.flatMap((page) => page.data)

type PagedOrder = "oldest first" | "newest first"

/** Fills a list, and reads it forward and backward: both must return every row once. */
const readBothWays = Effect.fnUntraced(function* (
  paged: PagedList,
  order: PagedOrder,
  { limit, rows }: typeof PagingInput.Type
) {
  const added = yield* fill(paged, rows)
  const keys = order === "oldest first" ? added : added.toReversed()
  const forward = yield* readPages(paged, limit, Option.none(), "forward")
  assert.deepStrictEqual(keysOf(forward), keys)
  const last = forward[forward.length - 1]
  const backward =
    last === undefined || Option.isNone(last.prevIterator)
      ? []
      : yield* readPages(paged, limit, last.prevIterator, "backward")
  assert.deepStrictEqual([...keysOf(backward.toReversed()), ...(last?.data ?? [])], keys)
})

/**
 * Registers the rules of a list that is read in pages.
 *
 * @param order whether the list begins with the oldest or the newest row
 * @param open creates the owner of the list in an empty store
 */
export const pagingRules = <E>(
  layer: StorageLayer<E>,
  order: PagedOrder,
  open: () => Effect.Effect<PagedList, unknown, StoragePorts>
): void => {
  property(
    layer,
    `all pages, read forward and backward, contain every row once, ${order}`,
    PagingInput,
    ({ rows, limit }) => Effect.flatMap(open(), (paged) => readBothWays(paged, order, { rows, limit }))
  )

  rule(layer, "a list without rows is one page that is done and has no iterators", () =>
    Effect.gen(function* () {
      const paged = yield* open()
      const page = yield* paged.list({ limit: 10, cursor: Option.none() })
      assert.deepStrictEqual(page.data, [])
      assert.isTrue(page.done)
      assert.isTrue(Option.isNone(page.iterator))
      assert.isTrue(Option.isNone(page.prevIterator))
    })
  )

  rule(layer, "a first page has no previous iterator, and is done when its limit equals the number of rows", () =>
    Effect.gen(function* () {
      const paged = yield* open()
      yield* fill(paged, 5)
      const exact = yield* paged.list({ limit: 5, cursor: Option.none() })
      assert.isTrue(exact.done)
      assert.isTrue(Option.isNone(exact.prevIterator))
      const short = yield* paged.list({ limit: 4, cursor: Option.none() })
      assert.isFalse(short.done)
      assert.strictEqual(short.data.length, 4)
    })
  )

  rule(layer, "rows added between two pages neither repeat nor hide an existing row", () =>
    Effect.gen(function* () {
      const paged = yield* open()
      const keys = yield* fill(paged, 6)
      const first = yield* paged.list({ limit: 3, cursor: Option.none() })
      const added = [yield* paged.add(7), yield* paged.add(8)]
      const rest = yield* readPages(paged, 3, first.iterator, "forward")
      const expected = order === "oldest first" ? [...keys, ...added] : keys.toReversed()
      assert.deepStrictEqual([...first.data, ...keysOf(rest)], expected)
    })
  )

  if (order === "oldest first") {
    rule(layer, "the iterator of the last page returns rows that are added later", () =>
      Effect.gen(function* () {
        const paged = yield* open()
        yield* fill(paged, 2)
        const last = yield* paged.list({ limit: 10, cursor: Option.none() })
        const empty = yield* paged.list(yield* pageRequest(10, last.iterator))
        assert.deepStrictEqual([empty.data, empty.done], [[], true])
        const added = yield* paged.add(3)
        const more = yield* paged.list(yield* pageRequest(10, empty.iterator))
        assert.deepStrictEqual(more.data, [added])
      })
    )
  }
}

/**
 * The maximum number of labels of a row, with values of 50 characters: a store may end a page of such rows before the
 * limit.
 */
export const LARGE_LABELS = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`label-${n}`, "x".repeat(50)]))

/** Registers the rule of a list whose rows are so large that a store may return fewer of them than the limit. */
export const largeRowRules = <E>(
  layer: StorageLayer<E>,
  order: PagedOrder,
  open: () => Effect.Effect<PagedList, unknown, StoragePorts>
): void =>
  rule(layer, "all pages of large rows, read forward and backward, contain every row once", () =>
    Effect.flatMap(open(), (paged) => readBothWays(paged, order, { rows: 120, limit: 110 }))
  )

/** Registers the rules of a list, oldest first, whose rows can be removed between two pages. */
export const pagingRemovalRules = <E>(
  layer: StorageLayer<E>,
  open: () => Effect.Effect<RemovablePagedList, unknown, StoragePorts>
): void => {
  rule(layer, "rows removed between two pages, including the row of the iterator, hide no other row", () =>
    Effect.gen(function* () {
      const paged = yield* open()
      const keys = yield* fill(paged, 6)
      const first = yield* paged.list({ limit: 3, cursor: Option.none() })
      for (const index of [0, 2, 3]) yield* paged.remove(keys[index] ?? "")
      const rest = yield* readPages(paged, 3, first.iterator, "forward")
      assert.deepStrictEqual(keysOf(rest), [keys[4], keys[5]])
      const last = rest[rest.length - 1]
      const backward = yield* readPages(paged, 3, last?.prevIterator ?? Option.none(), "backward")
      assert.deepStrictEqual(keysOf(backward), [keys[1]])
    })
  )
}
