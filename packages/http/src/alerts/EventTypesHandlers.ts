import { EventTypeList } from "@landfall/api/alerts/EventTypesApi"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { eventCatalogue } from "@landfall/core/catalogue/EventCatalogue"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { makeTagging } from "../edge/ConditionalResponses.ts"
import { StoredDocuments } from "../edge/StoredDocuments.ts"

const encodeList = Schema.encodeSync(EventTypeList)

export const eventTypesHandlers = HttpApiBuilder.group(
  LandfallApi,
  "eventTypes",
  Effect.fnUntraced(function* (handlers) {
    const tag = yield* makeTagging
    const documents = yield* StoredDocuments
    // The same for every account and slow to compute, so the first request computes, tags and compresses it once.
    const document = yield* Effect.cached(
      Effect.suspend(() => {
        const data = eventCatalogue().map((entry) => ({ ...entry, optIn: entry.family !== "catalogue" }))
        const response = HttpServerResponse.jsonUnsafe(encodeList({ data }))
        return Effect.flatMap(tag(response, "private"), documents.store)
      })
    )
    return handlers.handleAll({ list: () => Effect.flatten(document) })
  })
)
