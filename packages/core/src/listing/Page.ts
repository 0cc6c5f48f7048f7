import { Effect, Option, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"

export const MAX_LIMIT = 250
export const DEFAULT_LIMIT = 50

/** How many rows a list answers at most: a whole number from 1 to 250. */
export const Limit = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween({ minimum: 1, maximum: MAX_LIMIT }, { message: `must be a whole number from 1 to ${MAX_LIMIT}` })
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

/** One page of a list, in the order of the list whichever way it was walked. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  /** Asks for the next page; none when there were no rows and no cursor to go on from. */
  readonly iterator: Option.Option<string>
  /** Asks for the page before this one; none on the first page. */
  readonly prevIterator: Option.Option<string>
  /** True when no rows follow this page. */
  readonly done: boolean
}

export const firstPage: PageRequest = { limit: DEFAULT_LIMIT, cursor: Option.none() }

const PREFIX: Record<string, Cursor["direction"]> = { a: "after", b: "before" }

/** The opaque text of a cursor, as `iterator` and `prevIterator` carry it. */
export const formatCursor = (cursor: Cursor): string =>
  Base64Url.encode(`${cursor.direction === "after" ? "a" : "b"}:${cursor.key}`)

export class IteratorInvalid extends Schema.TaggedError<IteratorInvalid>()("IteratorInvalid", {
  iterator: Schema.String
}) {}

/** Reads an iterator that `formatCursor` wrote; anything else fails with `IteratorInvalid`. */
export const parseCursor = (iterator: string): Effect.Effect<Cursor, IteratorInvalid> => {
  const text = Result.getOrElse(Base64Url.decodeString(iterator), () => "")
  const direction = PREFIX[text.slice(0, 1)]
  return direction !== undefined && text[1] === ":" && text.length > 2
    ? Effect.succeed({ direction, key: text.slice(2) })
    : Effect.fail(new IteratorInvalid({ iterator }))
}

/**
 * Cuts a page from rows that a store read with one row more than `limit`. Rows read `before` a cursor come nearest
 * first and are turned round here.
 */
export const pageOf = <A>(rows: ReadonlyArray<A>, request: PageRequest, keyOf: (row: A) => string): Page<A> => {
  const backwards = Option.exists(request.cursor, (cursor) => cursor.direction === "before")
  const more = rows.length > request.limit
  const kept = rows.slice(0, request.limit)
  const data = backwards ? kept.reverse() : kept
  const first = data[0]
  const last = data[data.length - 1]
  const from = Option.map(request.cursor, (cursor) => formatCursor({ direction: "after", key: cursor.key }))
  return {
    data,
    iterator: last === undefined ? from : Option.some(formatCursor({ direction: "after", key: keyOf(last) })),
    prevIterator:
      first === undefined || (backwards ? !more : Option.isNone(request.cursor))
        ? Option.none()
        : Option.some(formatCursor({ direction: "before", key: keyOf(first) })),
    done: !backwards && !more
  }
}
