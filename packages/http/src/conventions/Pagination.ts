import type { ListQuery } from "@landfall/api/conventions/Pagination"
import {
  DEFAULT_PAGE_LIMIT,
  IteratorInvalid,
  type Page,
  type PageRequest,
  parseCursor
} from "@landfall/core/listing/Page"
import { Effect, Option } from "effect"
import { mapDomainErrors } from "./DomainErrors.ts"

/** Printable ASCII: the characters of keys. */
const PRINTABLE = /^[\x20-\x7e]+$/

/** Parses the page of a list whose keys begin with `prefix`. An iterator is valid only for the list that returned it. */
export const parsePageRequest = (
  query: typeof ListQuery.Type,
  prefix: "acc_" | "app_" | "attempt " | "call_" | "ep_" | "key_" | "msg_" | "port_" | "pwt_" | "shp_" | "task_"
) =>
  Effect.gen(function* () {
    const cursor =
      query.iterator === undefined
        ? undefined
        : yield* parseCursor(query.iterator).pipe(
            Effect.filterOrFail(
              ({ key }) => key.startsWith(prefix) && PRINTABLE.test(key),
              () => new IteratorInvalid({ iterator: query.iterator ?? "" })
            ),
            mapDomainErrors
          )
    const request: PageRequest = { limit: query.limit ?? DEFAULT_PAGE_LIMIT, cursor: Option.fromUndefinedOr(cursor) }
    return request
  })

/** Turns a page of the domain into its wire form, row by row. */
export const toPageView = <A, B>(page: Page<A>, show: (row: A) => B) => ({
  data: page.data.map(show),
  iterator: Option.getOrNull(page.iterator),
  prevIterator: Option.getOrNull(page.prevIterator),
  done: page.done
})
