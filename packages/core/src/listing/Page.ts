import { Effect, Option, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"

export const MAX_PAGE_LIMIT = 250
export const DEFAULT_PAGE_LIMIT = 50

/** How many rows a list answers at most: a whole number from 1 to 250. */
export const PageLimit = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween(
      { minimum: 1, maximum: MAX_PAGE_LIMIT },
      { message: `must be a whole number from 1 to ${MAX_PAGE_LIMIT}` }
    )
  )
)

/**
 * Where a page starts: after or before the row with this key, in the order of the list. Keys are ids, so a page stays
 * where it is when rows are added or removed around it.
 */
export interface Cursor {
  readonly direction: "after" | "before"
  readonly key: string
}

export interface PageRequest {
  readonly limit: number
  readonly cursor: Option.Option<Cursor>
}

/**
 * One page of a list, in the order of the list whichever way it was walked. It may hold less than was asked for, even
 * nothing, and still not be the last: then the store stopped looking, and the iterator goes on from there.
 */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  /** Asks for the next page; none when there were no rows to go on from: then that is the first page. */
  readonly iterator: Option.Option<string>
  /** Asks for the page before this one; none on the first page. */
  readonly prevIterator: Option.Option<string>
  /** True when no rows follow this page. */
  readonly done: boolean
}

export const FIRST_PAGE_REQUEST: PageRequest = { limit: DEFAULT_PAGE_LIMIT, cursor: Option.none() }

const DIRECTION_BY_PREFIX: Record<string, Cursor["direction"]> = { a: "after", b: "before" }

/** The opaque text of a cursor, as `iterator` and `prevIterator` carry it. */
export const formatCursor = (cursor: Cursor): string =>
  Base64Url.encode(`${cursor.direction === "after" ? "a" : "b"}:${cursor.key}`)

export class IteratorInvalid extends Schema.TaggedError<IteratorInvalid>()("IteratorInvalid", {
  iterator: Schema.String
}) {}

/** Reads an iterator that `formatCursor` wrote; anything else fails with `IteratorInvalid`. */
export const parseCursor = (iterator: string): Effect.Effect<Cursor, IteratorInvalid> => {
  const text = Result.getOrElse(Base64Url.decodeString(iterator), () => "")
  const direction = DIRECTION_BY_PREFIX[text.slice(0, 1)]
  return direction !== undefined && text[1] === ":" && text.length > 2
    ? Effect.succeed({ direction, key: text.slice(2) })
    : Effect.fail(new IteratorInvalid({ iterator }))
}

/**
 * Cuts a page from rows that a store read with one row more than `limit`. Rows read `before` a cursor come nearest
 * first and are turned round here.
 *
 * @param stoppedAt the key of the last row looked at, when the store stopped looking before it had found enough
 */
export const pageOf = <A>(
  rows: ReadonlyArray<A>,
  request: PageRequest,
  keyOf: (row: A) => string,
  stoppedAt?: string
): Page<A> => {
  const backwards = Option.exists(request.cursor, (cursor) => cursor.direction === "before")
  const full = rows.length > request.limit
  const kept = rows.slice(0, request.limit)
  const data = backwards ? kept.reverse() : kept
  const stop = full ? undefined : stoppedAt
  const more = full || stop !== undefined
  const first = data[0]
  const last = data[data.length - 1]
  const cursorAt = (direction: Cursor["direction"], key: string | undefined) =>
    Option.map(Option.fromUndefinedOr(key), (key) => formatCursor({ direction, key }))
  // Before an empty page at the start of the list lies nothing, and after it the whole list.
  const asked = backwards ? undefined : Option.getOrUndefined(Option.map(request.cursor, ({ key }) => key))
  // Where nothing was found, what lies on either side of the end of the look is what lies beside the page.
  const found = {
    first: first === undefined ? undefined : keyOf(first),
    last: last === undefined ? undefined : keyOf(last)
  }
  const end = backwards ? (found.last ?? stop) : (stop ?? found.last ?? asked)
  const start = backwards ? (stop ?? found.first) : (found.first ?? stop)
  const isFirst = backwards ? !more : Option.isNone(request.cursor)
  return {
    data,
    iterator: cursorAt("after", end),
    prevIterator: isFirst ? Option.none() : cursorAt("before", start),
    done: !backwards && !more
  }
}
