import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { FoundPort } from "@landfall/core/geo/Port"
import { IteratorInvalid, type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failing } from "../DomainFailures.ts"
import { LandfallApi } from "../LandfallApi.ts"
import { pageRequest, showPage } from "../Listing.ts"

const keyOf = ({ code }: FoundPort): string => `port_${code}`

/** The rows around a page of ports that were found, in the order in which they answer the search. */
const around = Effect.fnUntraced(function* (found: ReadonlyArray<FoundPort>, { cursor, limit }: PageRequest) {
  if (Option.isNone(cursor)) return found.slice(0, limit + 1)
  const place = found.findIndex((port) => keyOf(port) === cursor.value.key)
  if (place < 0) return yield* new IteratorInvalid({ iterator: cursor.value.key })
  return cursor.value.direction === "after"
    ? found.slice(place + 1, place + limit + 2)
    : found.slice(Math.max(0, place - limit - 1), place).reverse()
})

/** Every port that answers a search is found for each page of it: a search is a walk through memory. */
export const portsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "ports",
  Effect.fnUntraced(function* (handlers) {
    const gazetteer = yield* Gazetteer

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const request = yield* pageRequest(query, "port_")
        const found = yield* gazetteer.search(query.search ?? "", Number.POSITIVE_INFINITY)
        const rows = yield* around(found, request)
        return showPage(pageOf(rows, request, keyOf), (port) => port)
      }, failing)
    })
  })
)
