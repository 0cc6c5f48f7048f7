import { LandfallApi } from "@landfall/api/LandfallApi"
import { eventCatalogue } from "@landfall/core/catalogue/EventCatalogue"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const eventTypesHandlers = HttpApiBuilder.group(
  LandfallApi,
  "eventTypes",
  Effect.fnUntraced(function* (handlers) {
    // The same for every account and slow to compute, so the first request computes it once.
    const data = yield* Effect.cached(
      Effect.sync(() => eventCatalogue().map((entry) => ({ ...entry, optIn: entry.family !== "catalogue" })))
    )
    return handlers.handleAll({ list: () => Effect.map(data, (data) => ({ data })) })
  })
)
