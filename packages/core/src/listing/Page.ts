import { Effect, Option, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"

/** The maximum number of rows of a page. */
export const MAX_PAGE_LIMIT = 250
/** The rows of a page whose size is not requested. */
export const DEFAULT_PAGE_LIMIT = 50

/** The largest number of rows in a page: a whole number from 1 to 250. */
export const PageLimit = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween(
      { minimum: 1, maximum: MAX_PAGE_LIMIT },
      { message: `must be a whole number from 1 to ${MAX_PAGE_LIMIT}` }
    )
  )
)

/**
 * The start of a page: after or before the row with this key, in the order of the list. Keys are ids, so rows added or
 * removed elsewhere do not shift a page.
 */
export interface Cursor {
  readonly direction: "after" | "before"
  readonly key: string
}

/** A request for one page of a list: its size, and where it begins. */
export interface PageRequest {
  readonly limit: number
  readonly cursor: Option.Option<Cursor>
}

/**
 * One page of a list, in the order of the list for both directions. A page may have fewer rows than the limit, or none, and
 * not be the last: the store then stopped its search, and the iterator continues it.
 */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  /** The iterator of the next page; none for an empty first page. */
  readonly iterator: Option.Option<string>
  /** The iterator of the previous page; none on the first page. */
  readonly prevIterator: Option.Option<string>
  /** True when no rows follow this page. */
  readonly done: boolean
}

/** A request for the first page of a list, of the default size. */
export const FIRST_PAGE_REQUEST: PageRequest = { limit: DEFAULT_PAGE_LIMIT, cursor: Option.none() }

const DIRECTION_BY_PREFIX: Record<string, Cursor["direction"]> = { a: "after", b: "before" }

/** Encodes a cursor as the opaque text of `iterator` and `prevIterator`. */
export const formatCursor = (cursor: Cursor): string =>
  Base64Url.encode(`${cursor.direction === "after" ? "a" : "b"}:${cursor.key}`)

/** An iterator that `formatCursor` did not produce. */
export class IteratorInvalid extends Schema.TaggedError<IteratorInvalid>()("IteratorInvalid", {
  iterator: Schema.String
}) {}

/** Decodes an iterator from `formatCursor`; anything else fails with `IteratorInvalid`. */
export const parseCursor = (iterator: string): Effect.Effect<Cursor, IteratorInvalid> => {
  const text = Result.getOrElse(Base64Url.decodeString(iterator), () => "")
  const direction = DIRECTION_BY_PREFIX[text.slice(0, 1)]
  return direction !== undefined && text[1] === ":" && text.length > 2
    ? Effect.succeed({ direction, key: text.slice(2) })
    : Effect.fail(new IteratorInvalid({ iterator }))
}

/**
 * Makes a page from rows that a store read with one row more than `limit`. Rows `before` a cursor are given closest first
 * and reversed here.
 *
 * @param stoppedAt the key of the last row inspected, when the store stopped its search before it had enough rows
 */
export const pageOf = <A>(
  rows: ReadonlyArray<A>,
  request: PageRequest,
  keyOf: (row: A) => string,
  stoppedAt?: string
): Page<A> => {
  const backwards = Option.exists(request.cursor, (cursor) => cursor.direction === "before")
  const full = rows.length > request.limit
  const selected = rows.slice(0, request.limit)
  const data = backwards ? selected.reverse() : selected
  const stop = full ? undefined : stoppedAt
  const more = full || stop !== undefined
  const first = data[0]
  const last = data[data.length - 1]
  const cursorAt = (direction: Cursor["direction"], key: string | undefined) =>
    Option.map(Option.fromUndefinedOr(key), (key) => formatCursor({ direction, key }))
  // Before an empty page at the start of the list there is nothing, and after it the whole list.
  const requestedKey = backwards ? undefined : Option.getOrUndefined(Option.map(request.cursor, ({ key }) => key))
  // When nothing was found, the end of the search takes the place of the rows of the page.
  const edges = {
    first: first === undefined ? undefined : keyOf(first),
    last: last === undefined ? undefined : keyOf(last)
  }
  const end = backwards ? (edges.last ?? stop) : (stop ?? edges.last ?? requestedKey)
  const start = backwards ? (stop ?? edges.first) : (edges.first ?? stop)
  const isFirst = backwards ? !more : Option.isNone(request.cursor)
  return {
    data,
    iterator: cursorAt("after", end),
    prevIterator: isFirst ? Option.none() : cursorAt("before", start),
    done: !backwards && !more
  }
}
