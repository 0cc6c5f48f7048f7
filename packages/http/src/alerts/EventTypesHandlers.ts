import { LandfallApi } from "@landfall/api/LandfallApi"
import { eventCatalogue } from "@landfall/core/catalogue/EventCatalogue"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const eventTypesHandlers = HttpApiBuilder.group(
  LandfallApi,
  "eventTypes",
  Effect.fnUntraced(function* (handlers) {
    // It is the same for everyone, and takes a moment to make: it is made when somebody asks first.
    const data = yield* Effect.cached(
      Effect.sync(() => eventCatalogue().map((entry) => ({ ...entry, optIn: entry.family !== "catalogue" })))
    )
    return handlers.handleAll({ list: () => Effect.map(data, (data) => ({ data })) })
  })
)
