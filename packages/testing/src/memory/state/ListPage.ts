import { type Page, type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Option } from "effect"

/**
 * Selects a page from all rows of a list. Rows are in the order of their keys: rising for lists that begin with the
 * oldest row, falling for lists that begin with the newest.
 */
export const slicePage = <A>(
  rows: ReadonlyArray<A>,
  order: "rising" | "falling",
  request: PageRequest,
  keyOf: (row: A) => string
): Page<A> => {
  const sign = order === "rising" ? 1 : -1
  const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -sign : sign)
  const sorted = rows.toSorted((a, b) => compare(keyOf(a), keyOf(b)))
  const candidates = Option.match(request.cursor, {
    onNone: () => sorted,
    onSome: ({ direction, key }) =>
      direction === "after"
        ? sorted.filter((row) => compare(keyOf(row), key) > 0)
        : sorted.filter((row) => compare(keyOf(row), key) < 0).reverse()
  })
  return pageOf(candidates.slice(0, request.limit + 1), request, keyOf)
}
