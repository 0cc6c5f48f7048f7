import { LandfallApi } from "@landfall/api/LandfallApi"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { PortSearchResult } from "@landfall/core/geo/Port"
import { formatCursor, IteratorInvalid, type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"

const KEY_PREFIX = "port_"

const keyOf = ({ code }: PortSearchResult): string => `${KEY_PREFIX}${code}`

/** The matching ports from the cursor on, one more than the page holds. */
const rowsAroundCursor = Effect.fnUntraced(function* (
  found: ReadonlyArray<PortSearchResult>,
  { cursor, limit }: PageRequest
) {
  // The row after the page shows that the list continues.
  const rows = limit + 1
  if (Option.isNone(cursor)) return found.slice(0, rows)
  const position = found.findIndex((port) => keyOf(port) === cursor.value.key)
  if (position < 0) return yield* new IteratorInvalid({ iterator: formatCursor(cursor.value) })
  return cursor.value.direction === "after"
    ? found.slice(position + 1, position + 1 + rows)
    : found.slice(Math.max(0, position - rows), position).reverse()
})

/** Each page repeats the whole search, which reads memory only. */
export const portsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "ports",
  Effect.fnUntraced(function* (handlers) {
    const gazetteer = yield* Gazetteer

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const request = yield* parsePageRequest(query, KEY_PREFIX)
        const found = yield* gazetteer.search(query.search ?? "", Number.POSITIVE_INFINITY)
        const rows = yield* rowsAroundCursor(found, request)
        return toPageView(pageOf(rows, request, keyOf), (port) => port)
      }, mapDomainErrors)
    })
  })
)
